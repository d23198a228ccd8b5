import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { anchorOf } from './pages/docs/anchors.ts'
import type { Guide, DocsSection } from './pages/docs/types.ts'
import { paths } from './routes/paths.ts'

/* The guides of docs/ for the documentation pages of the app, in the order and groups of docs/README.md. */

const slugOf = (path: string) => path.replace(/\.md$/, '').replaceAll('/', '-')

const row = /^\| (?:\*\*(?<group>[^*]+)\*\* \||\[[^\]]+\]\((?<path>[\w./-]+\.md)\).*? \| (?<summary>[^|]+) \|)/gmu

/** Which guides there are, from the table of the index. */
function listGuides(docs: string): (Guide & { path: string })[] {
  let group = ''
  return [...readFileSync(join(docs, 'README.md'), 'utf8').matchAll(row)].flatMap(({ groups }) => {
    if (groups!.group) group = groups!.group
    const path = groups!.path
    if (!path) return []
    const [, title] = /^# (.+)$/m.exec(readFileSync(join(docs, path), 'utf8'))!
    return [{ path, slug: slugOf(path), title: title!, group, summary: groups!.summary!.trim() }]
  })
}

const localLink =
  /(?<image>!?)\[(?<label>(?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|#|mailto:)(?<to>[^)#\s]*)(?<anchor>#[^)]*)?\)/g

type LinkOptions = { path: string; known: ReadonlySet<string>; linkTo(slug: string): string }

/** Links between guides lead to their pages; images and links to other files of the repository become text. */
const withPageLinks = (text: string, { path, known, linkTo }: LinkOptions) =>
  text.replace(localLink, (...match) => {
    const { image, label, to, anchor = '' } = match.at(-1) as Record<'image' | 'label' | 'to' | 'anchor', string>
    const target = posix.join(posix.dirname(path), to)
    return !image && known.has(target) ? `[${label}](${linkTo(slugOf(target))}${anchor})` : label
  })

/** The text below each heading, for the search. */
function sectionsOf({ slug, title }: Guide, text: string): DocsSection[] {
  return text
    .split(/^(?=#{1,3} )/m)
    .filter((part) => part.startsWith('#'))
    .map((part, n) => {
      const [first = '', ...lines] = part.split('\n')
      const heading = first.replace(/^#+ /, '').replaceAll('`', '')
      return {
        id: `${slug} ${n}`,
        slug,
        title,
        heading,
        anchor: n === 0 ? '' : anchorOf(heading),
        text: lines
          .join(' ')
          .replace(/[|`*_>#-]+/g, ' ')
          .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
          .replace(/\s+/g, ' ')
          .trim(),
      }
    })
}

/** Every guide with its Markdown, and the texts to search. */
export function readGuides(docs: string, linkTo: (slug: string) => string) {
  const listed = listGuides(docs)
  const known = new Set(listed.map(({ path }) => path))
  const guides = listed.map(({ path, ...guide }) => ({
    ...guide,
    markdown: withPageLinks(readFileSync(join(docs, path), 'utf8'), { path, known, linkTo }),
  }))
  return { guides, sections: guides.flatMap((guide) => sectionsOf(guide, guide.markdown)) }
}

/** Writes every guide, their list and the texts to search into the folder of the built app. */
export function writeGuides(docs: string, outDir: string): void {
  if (!existsSync(join(docs, 'README.md'))) return
  const { guides, sections } = readGuides(docs, (slug) => paths.guide(slug))
  mkdirSync(outDir, { recursive: true })
  for (const { slug, markdown } of guides) writeFileSync(join(outDir, `${slug}.md`), markdown)
  writeFileSync(join(outDir, 'guides.json'), JSON.stringify(guides.map(({ markdown: _, ...guide }) => guide)))
  writeFileSync(join(outDir, 'sections.json'), JSON.stringify(sections))
}
