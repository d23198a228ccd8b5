/* Every path of the app, with its parameter and its search parameters. */

declare const isPath: unique symbol
/** A path of this app; made by `paths` and, from text that it wrote itself, by `storedPath`. */
export type Path = string & { readonly [isPath]: true }

/** A path; `$id` is its parameter, and the other arguments are the names of its search parameters. */
const route = <P extends string, S extends string = never>(pattern: P, ...search: S[]) => ({ pattern, search })

const listSearch = ['q', 'sort', 'view', 'create', 'peek'] as const
const periodSearch = ['range', 'from', 'to', 'compare', 'segment'] as const
const companySearch = ['account', 'plan', 'revenue_min', 'revenue_max'] as const
const evidenceSearch = [
  'category',
  'sentiment',
  'theme',
  'source',
  'segment',
  'contact',
  ...companySearch,
  'after',
  'before',
] as const

export const routes = {
  signIn: route('/sign-in', 'next', 'problem', 'email'),
  forgotPassword: route('/forgot-password'),
  resetPassword: route('/reset-password/$token'),
  setup: route('/setup'),
  invite: route('/invite/$token'),
  connectApp: route(
    '/connect-app',
    'client_id',
    'redirect_uri',
    'code_challenge',
    'scope',
    'state',
    'resource',
    'problem',
  ),
  docs: route('/docs'),
  guide: route('/docs/guides/$guide'),
  docsPage: route('/docs/$page'),
  dashboard: route('/', ...periodSearch),
  add: route('/add'),
  inbox: route('/inbox', ...listSearch, ...evidenceSearch, 'state', 'id', 'skipped', 'comment'),
  insights: route(
    '/insights',
    ...listSearch,
    ...evidenceSearch,
    'origin',
    'project',
    'opportunity',
    'subtheme',
    'overview',
  ),
  unsorted: route('/insights/unsorted', 'q', 'source', 'peek'),
  insight: route('/insights/$id', 'comment'),
  themes: route('/themes', ...listSearch, ...companySearch, 'theme', 'segment', 'range'),
  theme: route('/themes/$id', 'comment'),
  subtheme: route('/subthemes/$id'),
  ask: route('/ask', 'q', 'previous'),
  segments: route('/segments', ...listSearch, 'kind'),
  segment: route('/segments/$id'),
  projects: route('/projects', ...listSearch, 'status', 'provider', 'initiative', 'fields'),
  project: route('/projects/$id', 'comment'),
  initiatives: route('/initiatives', ...listSearch, 'status', 'segment', 'fields'),
  initiative: route('/initiatives/$id', 'comment'),
  opportunities: route(
    '/opportunities',
    ...listSearch,
    ...companySearch,
    'category',
    'status',
    'origin',
    'trend',
    'importance',
    'segment',
    'horizon',
    'x',
    'fields',
  ),
  opportunity: route('/opportunities/$id', 'comment'),
  contacts: route('/contacts', ...listSearch, ...companySearch, 'nps', 'segment', 'fields'),
  accounts: route('/accounts', ...listSearch, 'theme', 'subtheme', 'opportunity', 'initiative', 'project', 'fields'),
  account: route('/accounts/$id', 'comment'),
  contact: route('/contacts/$id'),
  nps: route('/nps', ...periodSearch, ...companySearch, 'score', 'type', 'source', 'by'),
  surveys: route('/surveys', 'create', 'status'),
  survey: route('/surveys/$id', 'tab', 'segment', 'device', 'look', 'page'),
  competitors: route('/competitors', 'tab', ...periodSearch),
  competitor: route('/competitors/$id'),
  competitorSubject: route('/competitors/subjects/$id'),
  uploads: route('/data/uploads'),
  upload: route('/data/uploads/$id', 'step'),
  integrations: route('/data/integrations'),
  integration: route('/data/integrations/$id', 'status'),
  changes: route('/data/changes', 'status'),
  jobs: route('/data/jobs', 'status', 'id'),
  comment: route('/comments/$id'),
  notifications: route('/notifications', 'state', 'kind'),
  settings: route('/settings/$tab', 'user_id', 'actor_type', 'operation', 'outcome', 'days'),
}

/** What people type who look for the settings; it leads to the first page of them. */
export const settingsRoot = '/settings'

/** The pages of the settings. */
export type SettingsTab =
  | 'profile'
  | 'notifications'
  | 'organization'
  | 'members'
  | 'api'
  | 'assistants'
  | 'webhooks'
  | 'requests'
  | 'share-links'
  | 'alerts'
  | 'channels'
  | 'widgets'
  | 'privacy'
  | 'language-model'
  | 'scoring'
  | 'custom-fields'
  | 'audit'
  | 'activity'
  | 'system'

type Routes = typeof routes
export type RouteName = keyof Routes
/** The search parameters of a route; of all of them for what is shown on several pages. */
export type Search<R extends RouteName = RouteName> = { [K in Routes[R]['search'][number]]?: string | undefined }

/** The values of a parameter that are known. */
type KnownParams = { settings: SettingsTab }
type ParamOf<R extends RouteName> = R extends keyof KnownParams ? KnownParams[R] : string
type ToPath<R extends RouteName> = Routes[R]['pattern'] extends `${string}$${string}`
  ? (param: ParamOf<R>, search?: Search<R>) => Path
  : (search?: Search<R>) => Path

/** A search parameter without a value is left out. */
export function searchText(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

const toPath = (pattern: string) =>
  pattern.includes('$')
    ? (param: string, search: object = {}) => pattern.replace(/\$\w+/, () => param) + searchText({ ...search })
    : (search: object = {}) => pattern + searchText({ ...search })

/** `paths.insight(id)`, `paths.insights({ theme })`. */
export const paths = Object.fromEntries(
  Object.entries(routes).map(([name, { pattern }]) => [name, toPath(pattern)]),
) as unknown as { [R in RouteName]: ToPath<R> }

/** A path that the app wrote before: of a saved view, or of the page to return to. */
export const storedPath = (text: string) => text as Path

/** Pages that the server answers itself. */
export const serverPaths = {
  apiReference: '/docs/api',
  openApiDocument: '/api/v1/openapi',
  startSingleSignOn: (next: string | undefined) => `/app/auth/oidc/start${searchText({ next })}`,
  /** A Markdown source or an index of the documentation. */
  docsFile: (name: string) => `/docs/${name}`,
} as const
