/** A Slurm cluster of one node for a test, with all files in one folder. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether the daemons are installed and the user may run them. */
export const clusterIsPossible =
  process.getuid?.() === 0 && ['munged', 'slurmctld', 'slurmd', 'sbatch'].every(isInstalled)

export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

export interface Cluster {
  /** The environment variables with which programs find the cluster. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts munged, slurmctld and slurmd, and waits until the node is idle. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'slurm-'))
  const at = (name: string): string => join(folder, name)
  // Jobs belong to the user who submits them, so other users must have access to the folder.
  execFileSync('chmod', ['755', folder])
  mkdirSync(at('state'))
  mkdirSync(at('spool'))
  writeFileSync(at('munge.key'), randomBytes(1024), { mode: 0o400 })
  const node = hostname().split('.')[0]
  const ports = await freePorts(2)
  writeFileSync(
    at('slurm.conf'),
    `ClusterName=experiments
SlurmctldHost=${node}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=${at('munge.socket')}
CredType=cred/munge
SlurmctldPort=${ports[0]}
SlurmdPort=${ports[1]}
StateSaveLocation=${at('state')}
SlurmdSpoolDir=${at('spool')}
SlurmctldPidFile=${at('slurmctld.pid')}
SlurmdPidFile=${at('slurmd.pid')}
SlurmctldLogFile=${at('slurmctld.log')}
SlurmdLogFile=${at('slurmd.log')}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
NodeName=${node} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
`,
  )
  const env = { SLURM_CONF: at('slurm.conf') }
  const run = (program: string, ...args: string[]): void =>
    void execFileSync(program, args, { env: { ...process.env, ...env }, stdio: 'pipe', timeout: 60_000 })
  const stop = async (): Promise<void> => {
    for (const daemon of ['slurmd', 'slurmctld', 'munge']) await end(at(`${daemon}.pid`))
    rmSync(folder, { recursive: true })
  }
  try {
    const mungeFile = (kind: string): string => `--${kind}-file=${at(`munge.${kind}`)}`
    run(
      'munged',
      '--force',
      `--socket=${at('munge.socket')}`,
      ...['key', 'pid', 'log', 'seed'].map(mungeFile),
    )
    await until('munged', () => existsSync(at('munge.socket')))
    run('slurmctld', '-f', at('slurm.conf'))
    run('slurmd', '-f', at('slurm.conf'))
    await until('the node', () => {
      const { stdout } = spawnSync('sinfo', ['-h', '-o', '%t'], {
        env: { ...process.env, ...env },
        encoding: 'utf8',
        timeout: 60_000,
      })
      return stdout.trim() === 'idle'
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { env, stop }
}

/** Ends the daemon whose process id is in a file, and waits until it has ended. */
async function end(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8'))
  const isAlive = (): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  if (isAlive()) process.kill(pid, 'SIGTERM')
  await until(pidFile, () => !isAlive())
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`waited for ${what} in vain`)
}

/** Free ports. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) =>
          server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
        ),
    ),
  )
  for (const server of servers) server.close()
  return ports
}
