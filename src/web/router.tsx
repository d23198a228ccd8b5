import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import { cache } from './api/cache.ts'
import { call, EarshotError } from './api/client.ts'
import { queryKeyOf } from './api/hooks.ts'
import { t } from './i18n/t.ts'
import { loadPage } from './load-page.ts'
import { paths, type RouteName, routes, searchText } from './routes/paths.ts'
import { Shell } from './shell/shell.tsx'
import { ErrorState, Loading, NotFound } from './ui/states.tsx'

type Load = () => Promise<Record<string, unknown>>
type Pages<Names extends RouteName> = Record<Names, readonly [load: Load, component: string]>

const loadDocs = () => import('./pages/docs/docs.tsx')

const publicPages = {
  signIn: [() => import('./pages/auth/sign-in.tsx'), 'SignIn'],
  forgotPassword: [() => import('./pages/auth/forgot-password.tsx'), 'ForgotPassword'],
  resetPassword: [() => import('./pages/auth/new-password.tsx'), 'NewPassword'],
  setup: [() => import('./pages/auth/setup.tsx'), 'Setup'],
  invite: [() => import('./pages/auth/invite.tsx'), 'Invite'],
  docs: [loadDocs, 'Docs'],
  guide: [loadDocs, 'Docs'],
  docsPage: [loadDocs, 'Docs'],
} satisfies Partial<Pages<RouteName>>

/** All other paths; the compiler refuses a path without a page. */
const signedInPages: Pages<Exclude<RouteName, keyof typeof publicPages>> = {
  dashboard: [() => import('./pages/dashboard/dashboard.tsx'), 'Dashboard'],
  inbox: [() => import('./pages/inbox/inbox.tsx'), 'Inbox'],
  insights: [() => import('./pages/insights/insights.tsx'), 'Insights'],
  insight: [() => import('./pages/insights/insight.tsx'), 'Insight'],
  themes: [() => import('./pages/themes/themes.tsx'), 'Themes'],
  theme: [() => import('./pages/themes/theme.tsx'), 'Theme'],
  subtheme: [() => import('./pages/subthemes/subtheme.tsx'), 'Subtheme'],
  ask: [() => import('./pages/ask/ask.tsx'), 'Ask'],
  segments: [() => import('./pages/segments/segments.tsx'), 'Segments'],
  segment: [() => import('./pages/segments/segment.tsx'), 'Segment'],
  projects: [() => import('./pages/projects/projects.tsx'), 'Projects'],
  project: [() => import('./pages/projects/project.tsx'), 'Project'],
  initiatives: [() => import('./pages/initiatives/initiatives.tsx'), 'Initiatives'],
  initiative: [() => import('./pages/initiatives/initiative.tsx'), 'Initiative'],
  opportunities: [() => import('./pages/opportunities/opportunities.tsx'), 'Opportunities'],
  opportunity: [() => import('./pages/opportunities/opportunity.tsx'), 'Opportunity'],
  contacts: [() => import('./pages/contacts/contacts.tsx'), 'Contacts'],
  contact: [() => import('./pages/contacts/contact.tsx'), 'Contact'],
  nps: [() => import('./pages/nps/nps.tsx'), 'Nps'],
  surveys: [() => import('./pages/surveys/surveys.tsx'), 'Surveys'],
  survey: [() => import('./pages/surveys/survey.tsx'), 'Survey'],
  competitors: [() => import('./pages/competitors/competitors.tsx'), 'Competitors'],
  competitor: [() => import('./pages/competitors/competitor.tsx'), 'Competitor'],
  competitorSubject: [() => import('./pages/competitors/subject.tsx'), 'Subject'],
  uploads: [() => import('./pages/data/uploads/uploads.tsx'), 'Uploads'],
  upload: [() => import('./pages/data/uploads/upload.tsx'), 'Upload'],
  integrations: [() => import('./pages/data/integrations/integrations.tsx'), 'Integrations'],
  integration: [() => import('./pages/data/integrations/integration.tsx'), 'Integration'],
  changes: [() => import('./pages/data/changes/changes.tsx'), 'Changes'],
  jobs: [() => import('./pages/data/jobs/jobs.tsx'), 'Jobs'],
  settings: [() => import('./pages/settings/settings.tsx'), 'Settings'],
}

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => <NotFound what={t('page')} />,
  errorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
})

/** Redirects to sign-in, or to the setup of a new installation (a demo installation has no setup). */
async function requireSession(next: string) {
  try {
    await cache.ensureQueryData({ queryKey: queryKeyOf('getSession'), queryFn: () => call('getSession') })
  } catch (error) {
    if (!(error instanceof EarshotError) || error.status !== 401) throw error
    const { needed, demo } = await call('getSetup')
    throw redirect({ to: needed && !demo ? paths.setup() : paths.signIn(next === paths.dashboard() ? {} : { next }) })
  }
}

const authenticated = createRoute({
  getParentRoute: () => root,
  id: 'authenticated',
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
  beforeLoad: ({ location }) => requireSession(location.href),
})

const page = (parent: AnyRoute, path: string, load: Load, name: string) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(loadPage(load) as never, name as never),
  })

const pagesOf = (parent: AnyRoute, pages: Partial<Pages<RouteName>>) =>
  Object.entries(pages).map(([name, [load, component]]) =>
    page(parent, routes[name as RouteName].pattern, load, component),
  )

const routeTree = root.addChildren([
  ...pagesOf(root, publicPages),
  authenticated.addChildren([
    ...pagesOf(authenticated, signedInPages),
    page(authenticated, '$', () => import('./pages/not-found.tsx'), 'NotFoundPage'),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch: (text: string) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: searchText,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultPendingMs: 150,
  scrollRestoration: true,
})
