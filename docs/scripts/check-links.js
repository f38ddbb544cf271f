/** Finds dead links in a folder of static pages: missing files and anchors, and what would load from another host. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const TAGS = /<([a-z][\w-]*)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi
const ATTRIBUTES = /\s(id|name|href|src)=(?:"([^"]*)"|'([^']*)')/gi
const IMPORTS = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*(["'])([\w./-]+\.\w+)\1/g
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const decoded = (text) => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name])

/** The addresses of files in the folder of a script that it names: of imports, lazy ones too, and of `new URL('…', import.meta.url)`. */
export function importsOf(script) {
  return [...readFileSync(script, 'utf8').matchAll(IMPORTS)].map(([, , address]) => address)
}

/** The tags of a page, each with its attributes. */
function tagsOf(page) {
  const html = readFileSync(page, 'utf8').replaceAll(/<!--[^]*?-->|(<script\b[^>]*>)[^]*?<\/script>/gi, '$1')
  return [...html.matchAll(TAGS)].map(([, tag, rest]) => ({
    tag: tag.toLowerCase(),
    ...Object.fromEntries(
      [...rest.matchAll(ATTRIBUTES)].map(([, name, text, other]) => [
        name.toLowerCase(),
        decoded(text ?? other),
      ]),
    ),
  }))
}

/** One line for each dead link of the folder, `FILE: LINK (what is wrong)`. Links to other sites are not followed. */
export function deadLinks(folder) {
  const files = readdirSync(folder, { recursive: true }).map((file) => join(folder, file))
  const pages = new Map(files.filter((file) => file.endsWith('.html')).map((file) => [file, tagsOf(file)]))
  const anchors = new Map(
    [...pages].map(([file, tags]) => [file, new Set(tags.flatMap(({ id, name }) => [id, name]))]),
  )
  /** What is wrong with a link; undefined for one that leads somewhere. */
  function flawOf(file, link, isLoaded) {
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link))
      return isLoaded && !link.startsWith('data:') ? 'it is loaded from another host' : undefined
    if (link.startsWith('/')) return 'it is not relative'
    const [path, anchor] = link.split('#').map(decodeURIComponent)
    let target = path === '' ? file : join(dirname(file), path.replace(/\?.*/, ''))
    if (existsSync(target) && statSync(target).isDirectory()) target = join(target, 'index.html')
    if (!existsSync(target)) return 'there is no such file'
    if (anchor && pages.has(target) && !anchors.get(target).has(anchor)) return 'there is no such anchor'
    return undefined
  }

  const links = [...pages].flatMap(([file, tags]) =>
    tags
      .flatMap(({ tag, href, src }) => [
        { file, link: href, isLoaded: tag === 'link' },
        { file, link: src, isLoaded: true },
      ])
      .filter(({ link }) => link !== undefined),
  )
  const imports = files
    .filter((file) => file.endsWith('.js') && !file.includes('assets'))
    .flatMap((file) => importsOf(file).map((link) => ({ file, link, isLoaded: true })))
  return [...links, ...imports].flatMap(({ file, link, isLoaded }) => {
    const flaw = flawOf(file, link, isLoaded)
    return flaw ? [`${relative(folder, file)}: ${link} (${flaw})`] : []
  })
}
