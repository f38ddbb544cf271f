/** Cells in processes: of the program's own, under GNU parallel, and as a Slurm array; corpora in parts under both. */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generate } from '../../src/embedded/treebank.ts'
import { build, type Installed } from '../installed.ts'
import { clusterIsPossible, isInstalled, startCluster, type Cluster } from './cluster.ts'
import { writeTreebank } from './tiny.ts'

let installed: Installed
beforeAll(() => {
  installed = build()
  writeTreebank(join(installed.folder, 'xx_tiny'), 40, 12)
})
afterAll(() => installed.remove())

const PLAN = 'rbparse experiment plan shape,imperatives,learnability --treebank xx_tiny > plan.jsonl'
const ALL_AT_ONCE = `${PLAN} && rbparse experiment run --plan plan.jsonl --out whole && rbparse experiment collect --plan plan.jsonl --out whole`

/** Runs a line that has to succeed; what it printed. */
function output(line: string): string {
  const { status, stdout, stderr } = installed.shell(line)
  expect({ line, status, said: status === 0 ? '' : stderr }).toEqual({ line, status: 0, said: '' })
  return stdout
}

function results(folder: string): object {
  const text = readFileSync(join(installed.folder, folder, 'results.json'), 'utf8')
  return { ...(JSON.parse(text) as object), times: undefined }
}

describe('cells in processes of their own', () => {
  it('give what they give one after the other, and without Vega a hint in place of plots', () => {
    output(ALL_AT_ONCE)
    const { status, stderr } = installed.shell(
      'rbparse experiment shape,imperatives,learnability --treebank xx_tiny --jobs 2 --out two',
    )
    expect(status).toBe(0)
    expect(stderr).toContain(
      'no plots: they are drawn by vega-lite, expected after: npm install vega vega-lite\n',
    )
    expect(readdirSync(join(installed.folder, 'two'))).not.toContain('plots')
    expect(results('two')).toEqual(results('whole'))
  })

  it.skipIf(process.platform !== 'linux')(
    'one that is killed does not keep the others from running, and is run when asked again',
    async () => {
      const run = 'experiment fragments,spans --treebank xx_tiny --jobs 2 --out killed'.split(' ')
      const bin = join(installed.folder, 'node_modules', '.bin', 'rbparse')
      const child = spawn(bin, run, { cwd: installed.folder, stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      let killed = false
      child.stderr.setEncoding('utf8')
      child.stderr.on('data', (text: string) => {
        said += text
        if (killed || !said.includes('runs: ')) return
        const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
          .trim()
          .split(' ')
        killed = children[0] !== ''
        if (killed) process.kill(Number(children[0]), 'SIGKILL')
      })
      const status = await new Promise((resolve) => child.on('close', resolve))
      expect(status).toBe(1)
      expect(said.match(/^failed: .*: its process was killed \(SIGKILL\)$/gm)).toHaveLength(1)
      expect(said.match(/^done: /gm)).toHaveLength(2)
      expect(said).toMatch(/\n1 cell of 3 failed: the report leaves them out\n$/)
      const again = installed.shell(['rbparse', ...run].join(' '))
      expect([again.status, again.stderr.split('\n')[0]]).toEqual([0, '3 cells, 2 of them measured before'])
    },
  )
})

/** A model, and a corpus without trees, that is parsed in one go. */
function prepareCorpus(): void {
  writeFileSync(join(installed.folder, 'corpus.conllu'), generate('corpus', 150, 9))
  output('rbparse sample --sentences 150 | rbparse train --model m.rb -')
  output('rbparse parse --model m.rb corpus.conllu > whole.conllu')
}

describe.skipIf(!isInstalled('parallel'))('under GNU parallel', () => {
  it('cells give the same results', () => {
    output(ALL_AT_ONCE)
    output(
      'parallel --will-cite -j 2 rbparse experiment run --plan plan.jsonl --out parallel --index ::: $(seq $(wc -l < plan.jsonl)) &&\n' +
        'rbparse experiment collect --plan plan.jsonl --out parallel',
    )
    expect(results('parallel')).toEqual(results('whole'))
  })

  it('a corpus gives the same bytes', () => {
    prepareCorpus()
    output(
      "parallel --will-cite -j 2 --pipe --block 20k --recend '\\n\\n' -k rbparse parse --model m.rb < corpus.conllu > parts.conllu",
    )
    output('cmp whole.conllu parts.conllu')
  })
})

describe.skipIf(!clusterIsPossible)('as a Slurm array', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster.stop())

  const submit = (line: string): string => output(`export SLURM_CONF=${cluster.env.SLURM_CONF}; ${line}`)

  it('cells give the same results', () => {
    output(ALL_AT_ONCE)
    submit(
      "sbatch --wait --array=1-$(wc -l < plan.jsonl) --output=cell-%a.log --wrap 'rbparse experiment run --plan plan.jsonl --out slurm --index $SLURM_ARRAY_TASK_ID'",
    )
    output('rbparse experiment collect --plan plan.jsonl --out slurm')
    expect(results('slurm')).toEqual(results('whole'))
  })

  it('a corpus in shards gives the same bytes', () => {
    prepareCorpus()
    mkdirSync(join(installed.folder, 'shards'), { recursive: true })
    output(
      `awk -v RS= -v ORS='\\n\\n' '{ print > sprintf("shards/%d.conllu", (NR - 1) / 50) }' corpus.conllu`,
    )
    submit(
      "sbatch --wait --array=0-2 --output=shard-%a.log --wrap 'rbparse parse --model m.rb -o shards/$SLURM_ARRAY_TASK_ID.parsed shards/$SLURM_ARRAY_TASK_ID.conllu'",
    )
    output('cat shards/0.parsed shards/1.parsed shards/2.parsed | cmp whole.conllu -')
  })
})
