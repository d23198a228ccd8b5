import type { ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { anchorOf } from './anchors.ts'
import { elementText } from './element-text.ts'
import { Link } from '#web/routes/link.tsx'
import { paths, serverPaths, storedPath } from '#web/routes/paths.ts'

type LinkProps = { href?: string | undefined; children?: ReactNode }

function DocumentLink({ href = '', children }: LinkProps) {
  const [path, hash] = href.split('#', 2)
  if (href.startsWith('#')) return <a href={href}>{children}</a>
  if (href.startsWith(`${paths.docs()}/`) && !href.endsWith('.md') && path !== serverPaths.apiReference)
    return (
      <Link to={storedPath(path!)} hash={hash}>
        {children}
      </Link>
    )
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** Markdown of the documentation: headings have anchors, and wide tables and code scroll inside the page. */
export const RenderedDocument = ({ text }: { text: string }) => (
  <div className="prose docs">
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[rehypeSanitize]}
      components={{
        a: DocumentLink,
        img: ({ alt }) => <em>{alt}</em>,
        h1: ({ children }) => <h2 id={anchorOf(elementText(children))}>{children}</h2>,
        h2: ({ children }) => <h2 id={anchorOf(elementText(children))}>{children}</h2>,
        h3: ({ children }) => <h3 id={anchorOf(elementText(children))}>{children}</h3>,
        pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
        table: ({ children }) => (
          <div className="overflow-x-auto" tabIndex={0}>
            <table>{children}</table>
          </div>
        ),
      }}
    >
      {text}
    </ReactMarkdown>
  </div>
)
