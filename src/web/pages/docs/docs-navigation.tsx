import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { type Path, paths, serverPaths } from '#web/routes/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { useNarrow } from '#web/ui/use-media.ts'
import type { Guide } from './types.ts'

const apiPages = () =>
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

const loadGuides = async (): Promise<Guide[]> => (await fetch(serverPaths.docsFile('guides/guides.json'))).json()

const linkClass = (current: boolean) =>
  cx('block rounded-md px-2.5 py-1 text-sm', current ? 'bg-sunken font-medium' : 'text-soft hover:bg-hover')

/** Every page by group; on a phone the list is closed until it is needed. */
export function DocsNavigation({ page }: { page: string }) {
  const narrow = useNarrow()
  const { data: guides = [] } = useQuery({ queryKey: ['docs', 'guides'], queryFn: loadGuides, staleTime: Infinity })
  const groups = [...Map.groupBy(guides, ({ group }) => group)]
  return (
    <nav aria-label={t('Documentation')}>
      <details open={!narrow} key={String(narrow)}>
        <summary className="mb-2 rounded-md px-2.5 py-1 text-sm font-medium md:sr-only">{t('All pages')}</summary>
        {groups.map(([group, pages]) => (
          <GuideGroup key={group} group={group} pages={pages} current={page} />
        ))}
        <ApiGroup current={page} />
      </details>
    </nav>
  )
}

type GuideGroupProps = { group: string; pages: readonly Guide[]; current: string }

const GuideGroup = ({ group, pages, current }: GuideGroupProps) => (
  <Group name={group}>
    {pages.map(({ slug, title, summary }) => (
      <PageLink key={slug} to={paths.guide(slug)} current={current === `guides/${slug}`} summary={summary}>
        {title}
      </PageLink>
    ))}
  </Group>
)

const ApiGroup = ({ current }: { current: string }) => (
  <Group name={t('API')}>
    {apiPages().map(([key, label]) => (
      <PageLink key={key} to={paths.docsPage(key)} current={key === current}>
        {label}
      </PageLink>
    ))}
    <li>
      <a href={serverPaths.apiReference} className={linkClass(false)}>
        {t('API reference')}
      </a>
    </li>
    <li>
      <a href={serverPaths.openApiDocument} download="openapi.json" className={linkClass(false)}>
        {t('Download OpenAPI')}
      </a>
    </li>
  </Group>
)

type PageLinkProps = { to: Path; current: boolean; summary?: string; children: ReactNode }

const PageLink = ({ to, current, summary, children }: PageLinkProps) => (
  <li>
    <Link to={to} title={summary} aria-current={current ? 'page' : undefined} className={linkClass(current)}>
      {children}
    </Link>
  </li>
)

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="mb-4">
    <h2 className="px-2.5 pb-1 text-xs font-medium text-faint">{name}</h2>
    <ul>{children}</ul>
  </section>
)
