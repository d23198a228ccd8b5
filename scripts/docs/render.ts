import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { anchorOf } from '#web/pages/docs/anchors.ts'
import { elementText } from '#web/pages/docs/element-text.ts'
import type { Guide } from '#web/pages/docs/types.ts'

type WithChildren = { children?: ReactNode }
const heading =
  (tag: 'h1' | 'h2' | 'h3') =>
  ({ children }: WithChildren) =>
    createElement(tag, { id: anchorOf(elementText(children)) }, children)

const options = {
  remarkPlugins: [remarkGfm],
  rehypePlugins: [rehypeSanitize],
  components: {
    h1: heading('h1'),
    h2: heading('h2'),
    h3: heading('h3'),
    pre: ({ children }: WithChildren) => createElement('pre', { tabIndex: 0 }, children),
    table: ({ children }: WithChildren) =>
      createElement('div', { className: 'table', tabIndex: 0 }, createElement('table', null, children)),
  },
}

export const renderMarkdown = (markdown: string) =>
  renderToStaticMarkup(createElement(ReactMarkdown, options, markdown))

const escape = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

export const fileOf = (slug: string) => `${slug}.html`

const navigation = (guides: readonly Guide[], current: string) =>
  [...Map.groupBy(guides, ({ group }) => group)]
    .map(([group, members]) => {
      const links = members.map(({ slug, title }) => {
        const marker = slug === current ? ' aria-current="page"' : ''
        return `<li><a href="${fileOf(slug)}"${marker}>${escape(title)}</a></li>`
      })
      return `<h2>${escape(group)}</h2><ul>${links.join('')}</ul>`
    })
    .join('')

type Page = { title: string; slug: string; body: string; guides: readonly Guide[] }

export const renderPage = ({ title, slug, body, guides }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Earshot</title>
<link rel="stylesheet" href="docs.css">
<script src="minisearch.js" defer></script>
<script src="sections.js" defer></script>
<script src="search.js" defer></script>
</head>
<body>
<header>
<a href="index.html">Earshot</a>
<search><input type="search" id="query" aria-label="Search the documentation" placeholder="Search the documentation">
<ul id="results" aria-label="Search results" hidden></ul></search>
</header>
<nav aria-label="Guides">${navigation(guides, slug)}</nav>
<main>${body}</main>
</body>
</html>
`

/** The start page: every guide with what it is for. */
export const renderIndex = (guides: readonly Guide[]) => {
  const groups = [...Map.groupBy(guides, ({ group }) => group)].map(([group, members]) => {
    const items = members.map(
      ({ slug, title, summary }) =>
        `<li><a href="${fileOf(slug)}">${escape(title)}</a>: ${escape(summary.replaceAll('`', ''))}</li>`,
    )
    return `<h2>${escape(group)}</h2><ul>${items.join('')}</ul>`
  })
  return renderPage({ title: 'Documentation', slug: '', body: `<h1>Documentation</h1>${groups.join('')}`, guides })
}
