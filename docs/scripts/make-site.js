/**
 * `npm run docs [-- FOLDER]`: makes a site for any static host in `build/docs` or another folder: the guides, the READMEs,
 * a page for every export, and the demo page as playground. Fails if a link of the site is dead.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Application,
  Comment,
  CommentTag,
  Converter,
  JSX,
  PackageJsonReader,
  PageEvent,
  ReflectionKind,
  TSConfigReader,
} from 'typedoc'
import { load } from '../../dist/src/node.js'
import { deadLinks, importsOf } from './check-links.js'

const house = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(house, 'dist')
const [out = join(house, 'build', 'docs')] = process.argv.slice(2)

/** The headings under which exports are listed, by the folder of their source; the first that fits counts. */
const headings = [
  ['src/patterns', 'Patterns'],
  ['src/pipeline', 'Pipelines'],
  ['src/conllu', 'Treebanks'],
  ['src/conversion', 'Treebanks'],
  ['src/embedded', 'Treebanks'],
  ['src/evaluation', 'Treebanks'],
  ['src/parsing', 'Training'],
  ['src/training', 'Training'],
  ['src', 'From text to trees'],
  ['parser', 'Parser'],
  ['transform', 'Trees and transforms'],
]
const categoryOrder = [
  'Guides',
  'Reference',
  'API',
  'From text to trees',
  'Patterns',
  'Treebanks',
  'Training',
  '*',
]

const app = await Application.bootstrapWithPlugins({ out, categoryOrder }, [
  new PackageJsonReader(),
  new TSConfigReader(),
])

// A Markdown file is called by its heading.
app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
  // Code in a heading is a part of its own.
  const parts = document.content
  const end = parts.findIndex(({ text }) => text.includes('\n'))
  const [, title, rest] = /^# (.*)\n+([^]*)$/.exec(
    parts
      .slice(0, end + 1)
      .map(({ text }) => text)
      .join(''),
  )
  document.name = title.replaceAll('`', '')
  // A snippet has the name of its file above it.
  for (const part of parts)
    part.text = part.text.replaceAll(
      /^```(\w+) (\S+)$/gm,
      (_, language, file) => `\`${file}\`\n\n\`\`\`${language}`,
    )
  parts.splice(0, end + 1, { ...parts[end], text: rest })
  const path = relative(house, document.project.files.getReflectionPath(document))
  document.frontmatter.category = /^(?:docs|src\/server)\b/.test(path) ? 'Guides' : 'Reference'
})

app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  const categorize = (reflection, category) => {
    reflection.comment ??= new Comment()
    reflection.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: category }]))
  }
  for (const entry of project.getChildrenByKind(ReflectionKind.Module)) {
    categorize(entry, 'API')
    for (const child of entry.children) {
      const source = child.isReference() ? child.getTargetReflectionDeep() : child
      const path = project.getSymbolIdFromReflection(source).packagePath
      categorize(child, headings.find(([folder]) => path.startsWith(`${folder}/`))[1])
    }
  }
})

const element = JSX.createElement
const playground = (context) =>
  element('a', { href: context.relativeURL('playground/page/index.html') }, 'Playground')
app.renderer.hooks.on('sidebar.begin', (context) =>
  element('nav', { class: 'tsd-navigation' }, playground(context)),
)
const tree = (await load('en-small')).parse('The stock market crashed.').toSVG()
app.renderer.hooks.on('content.begin', (context) =>
  context.page.url === 'index.html'
    ? element(
        JSX.Fragment,
        null,
        element('figure', null, element(JSX.Raw, { html: tree })),
        element('p', null, 'Try it: ', playground(context)),
      )
    : element(JSX.Fragment, null),
)
app.renderer.on(PageEvent.END, (page) => {
  page.contents = page.contents.replace('<div class="col-content">', '<div class="col-content" role="main">')
})
// The list of guides is open until a reader closes it.
const open = "try { localStorage['tsd-accordion-Guides'] ??= 'true' } catch {}"
app.renderer.hooks.on('head.end', () => element('script', null, element(JSX.Raw, { html: open })))

const project = await app.convert()
if (!project) process.exit(1)
app.validate(project)
await app.generateOutputs(project)
makePlayground(join(out, 'playground'))
const dead = deadLinks(out)
for (const line of dead) console.error(line)
if (dead.length > 0 || app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1)

/** The demo page with all that it loads from the build, and the small model. */
function makePlayground(folder) {
  const copied = new Set()
  const copy = (file) => {
    if (copied.has(file)) return
    copied.add(file)
    cpSync(join(dist, file), join(folder, file))
    if (file.endsWith('.js'))
      for (const imported of importsOf(join(dist, file))) copy(join(dirname(file), imported))
  }
  for (const file of readdirSync(join(dist, 'page'))) if (!file.endsWith('.d.ts')) copy(join('page', file))
  copy('models/en-small.rbp')
  writeFileSync(join(folder, 'page', 'models.json'), JSON.stringify(['../models/en-small.rbp']))
  const index = join(folder, 'page', 'index.html')
  const home = '<header><p><a href="../../index.html">Documentation</a></p>'
  writeFileSync(index, readFileSync(index, 'utf8').replace('<header>', home))
}
