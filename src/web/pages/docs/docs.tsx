import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect } from 'react'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { useRouteParams } from '#web/routes/navigation.ts'
import { paths, serverPaths } from '#web/routes/paths.ts'
import { Logo } from '#web/shell/user-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/copy-to-clipboard.ts'
import { Loading, NotFound } from '#web/ui/states.tsx'
import { DocsNavigation } from './docs-navigation.tsx'
import { DocsSearch } from './docs-search.tsx'
import { Document } from './document.tsx'

const firstPage = 'guides/web-app'

/** The Markdown source of a page; its first line is the heading. */
async function load(page: string): Promise<string> {
  const response = await fetch(serverPaths.docsFile(`${page}.md`))
  if (!response.ok) throw new Error(`documentation page not found: ${page}`)
  return response.text()
}

const headingOf = (markdown: string | undefined) => /^# (.+)$/m.exec(markdown ?? '')?.[1]

/** A guide of the product or a page about the API. */
export function DocsPage() {
  const { page, guide }: { page?: string; guide?: string } = useRouteParams<'docsPage' | 'guide'>()
  const current = guide ? `guides/${guide}` : (page ?? firstPage)
  const { data: markdown, error } = useQuery({
    queryKey: ['docs', current],
    queryFn: () => load(current),
    retry: false,
    staleTime: Infinity,
  })
  const name = headingOf(markdown) ?? t('Documentation')
  useEffect(() => {
    document.title = `${name} · Earshot`
  }, [name])
  return (
    <div className="min-h-dvh bg-panel">
      <DocsHeader />
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-8 md:grid-cols-[220px_minmax(0,1fr)]">
        <DocsNavigation page={current} />
        <main id="main" className="max-w-3xl min-w-0">
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <h1 className="flex-1 text-2xl font-semibold">{name}</h1>
            {markdown && (
              <Button size="sm" icon={Copy} onClick={() => void copyToClipboard(markdown)}>
                {t('Copy as Markdown')}
              </Button>
            )}
          </div>
          <DocsText markdown={markdown} error={error} />
        </main>
      </div>
    </div>
  )
}

const DocsHeader = () => (
  <header className="flex min-h-13 flex-wrap items-center gap-x-2.5 gap-y-2 border-b border-line px-4 py-2 md:px-6">
    <Link to={paths.dashboard()} className="flex items-center gap-2.5 font-semibold">
      <Logo />
      Earshot
    </Link>
    <span className="text-faint">{t('Documentation')}</span>
    <DocsSearch />
    <Link to={paths.dashboard()} className="text-sm font-medium text-accent-text hover:underline">
      {t('Back to the app')}
    </Link>
    <a href={serverPaths.apiReference} className="text-sm font-medium text-accent-text hover:underline">
      {t('API reference')}
    </a>
  </header>
)

function DocsText({ markdown, error }: { markdown: string | undefined; error: unknown }) {
  if (error) return <NotFound what={t('page')} />
  if (!markdown) return <Loading />
  return <Document text={markdown.replace(/^# .*\n/, '')} />
}
