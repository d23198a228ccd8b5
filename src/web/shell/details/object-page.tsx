import type { ComponentProps, ReactNode } from 'react'
import type { InputOf, OutputOf, RouteId } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useRouteParams } from '#web/routes/navigation.ts'
import { type Path, paths } from '#web/routes/paths.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { DetailPage } from './detail-page.tsx'

/** The operation that reads an object of each kind, and its parameter. */
const reads = {
  insight: ['getInsight', 'insightId'],
  theme: ['getTheme', 'themeId'],
  account: ['getAccount', 'accountId'],
  contact: ['getContact', 'contactId'],
  segment: ['getSegment', 'segmentId'],
  opportunity: ['getOpportunity', 'opportunityId'],
  initiative: ['getInitiative', 'initiativeId'],
  project: ['getProject', 'projectId'],
  competitor: ['getCompetitor', 'competitorId'],
  competitorSubject: ['getCompetitorSubtheme', 'subthemeId'],
} as const satisfies Record<string, readonly [RouteId, string]>

type Kind = keyof typeof reads
type Loaded<K extends Kind> = OutputOf<(typeof reads)[K][0]>
/** The name of one, what it is in an error message, and the list that it is in. */
type KindTexts = { one: string; what: string; list: string; to: Path }

const kindTexts: Record<Kind, () => KindTexts> = {
  insight: () => ({ one: t('Insight'), what: t('insight'), list: t('Insights'), to: paths.insights() }),
  theme: () => ({ one: t('Theme'), what: t('theme'), list: t('Themes'), to: paths.themes() }),
  account: () => ({ one: t('Company'), what: t('company'), list: t('Companies'), to: paths.accounts() }),
  contact: () => ({ one: t('Contact'), what: t('contact'), list: t('Contacts'), to: paths.contacts() }),
  segment: () => ({ one: t('Segment'), what: t('Segments'), list: t('Segments'), to: paths.segments() }),
  opportunity: () => ({
    one: t('Opportunity'),
    what: t('opportunity'),
    list: t('Opportunities'),
    to: paths.opportunities(),
  }),
  initiative: () => ({ one: t('Initiative'), what: t('initiative'), list: t('Initiatives'), to: paths.initiatives() }),
  project: () => ({ one: t('Project'), what: t('project'), list: t('Projects'), to: paths.projects() }),
  competitor: () => ({ one: t('Competitor'), ...ofCompetitors() }),
  competitorSubject: () => ({ one: t('Topic'), ...ofCompetitors() }),
}
const ofCompetitors = () => ({ what: t('Competitors'), list: t('Competitors'), to: paths.competitors() })

const useObject = <K extends Kind>(kind: K, id: string) => {
  const [operation, parameter] = reads[kind]
  return useApiQuery<(typeof reads)[K][0]>(operation, { [parameter]: id } as InputOf<(typeof reads)[K][0]>)
}

type PageProps<K extends Kind> = Pick<
  ComponentProps<typeof DetailPage<Loaded<K>>>,
  'note' | 'actions' | 'merged' | 'children'
> & {
  kind: K
  /** By default, its name or title. */
  nameOf?: (loaded: Loaded<K>) => string
}

const ownName = (loaded: object) => ('title' in loaded ? loaded.title : (loaded as { name: string }).name) as string

/** The page of one object of a kind, whose id is in the path. */
export function ObjectPage<K extends Kind>({ kind, nameOf = ownName, ...page }: PageProps<K>) {
  const { id } = useRouteParams<K>() as { id: string }
  const query = useObject(kind, id)
  const { one, what, list, to } = kindTexts[kind]()
  return (
    <DetailPage
      query={query}
      title={query.data === undefined ? one : nameOf(query.data)}
      what={what}
      parent={{ label: list, to }}
      {...page}
    />
  )
}

type PanelProps<K extends Kind> = { kind: K; id: string; children: (loaded: Loaded<K>) => ReactNode }

/** The same content in the side panel of the list. */
export const ObjectPanel = <K extends Kind>({ kind, id, children }: PanelProps<K>) => (
  <QueryState query={useObject(kind, id)} what={kindTexts[kind]().what}>
    {children}
  </QueryState>
)
