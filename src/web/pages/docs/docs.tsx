import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useEffect } from 'react'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Logo } from '#web/shell/user-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/copy-to-clipboard.ts'
import { cx } from '#web/ui/cx.ts'
import { Markdown } from '#web/ui/markdown.tsx'
import { Loading, NotFound } from '#web/ui/states.tsx'

const pages = () =>
  [
    ['quick-start', t('Quick start')],
    ['authentication', t('Authentication')],
    ['pagination', t('Pagination')],
    ['idempotency', t('Idempotency')],
    ['errors', t('Errors')],
    ['limits', t('Limits')],
    ['webhooks', t('Webhooks')],
    ['changelog', t('Changelog')],
  ] as const

/** The Markdown source of a page; its first line is the heading. */
async function load(page: string): Promise<string> {
  const response = await fetch(`/docs/${page}.md`)
  if (!response.ok) throw new Error(`documentation page not found: ${page}`)
  return response.text()
}

export function Docs() {
  const { page = 'quick-start' } = useParams({ strict: false }) as { page?: string }
  const { data: markdown, error } = useQuery({
    queryKey: ['docs', page],
    queryFn: () => load(page),
    retry: false,
    staleTime: Infinity,
  })
  const name = pages().find(([key]) => key === page)?.[1] ?? t('Documentation')
  useEffect(() => {
    document.title = `${name} · Earshot`
  }, [name])
  return (
    <div className="min-h-dvh bg-panel">
      <DocsHeader />
      <div className="mx-auto grid max-w-5xl gap-8 px-4 py-8 md:grid-cols-[180px_minmax(0,1fr)]">
        <DocsNavigation page={page} />
        <main id="main" className="min-w-0">
          <div className="mb-4 flex items-center gap-3">
            <h1 className="flex-1 text-2xl font-semibold">{name}</h1>
            {markdown && (
              <Button size="sm" icon={<Copy className="size-3.5" />} onClick={() => void copyToClipboard(markdown)}>
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
  <header className="flex h-13 items-center gap-2.5 border-b border-line px-4 md:px-6">
    <Link to="/" className="flex items-center gap-2.5 font-semibold">
      <Logo />
      Earshot
    </Link>
    <span className="text-faint">{t('Documentation')}</span>
    <a href={paths.reference} className="ms-auto text-sm font-medium text-accent-text hover:underline">
      {t('API reference')}
    </a>
  </header>
)

const DocsNavigation = ({ page }: { page: string }) => (
  <nav aria-label={t('Documentation')} className="flex flex-wrap content-start gap-0.5 md:flex-col">
    {pages().map(([key, label]) => (
      <Link
        key={key}
        to={`/docs/${key}`}
        aria-current={key === page ? 'page' : undefined}
        className={cx(
          'rounded-md px-2.5 py-1.5 text-sm',
          key === page ? 'bg-sunken font-medium' : 'text-soft hover:bg-hover',
        )}
      >
        {label}
      </Link>
    ))}
    <a href={paths.reference} className="rounded-md px-2.5 py-1.5 text-sm text-soft hover:bg-hover">
      {t('API reference')}
    </a>
    <a
      href="/api/v1/openapi"
      download="openapi.json"
      className="rounded-md px-2.5 py-1.5 text-sm text-soft hover:bg-hover"
    >
      {t('Download OpenAPI')}
    </a>
  </nav>
)

function DocsText({ markdown, error }: { markdown: string | undefined; error: unknown }) {
  if (error) return <NotFound what={t('page')} />
  if (!markdown) return <Loading />
  return <Markdown text={markdown.replace(/^# .*\n/, '')} />
}
