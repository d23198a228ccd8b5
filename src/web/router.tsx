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
import { paths, type RouteName, routes, searchText, settingsRoot } from './routes/paths.ts'
import { Shell } from './shell/shell.tsx'
import { ErrorState, Loading, NotFound } from './ui/states.tsx'

type Load = () => Promise<Record<string, unknown>>
type Pages<Names extends RouteName> = Record<Names, readonly [load: Load, component: string]>

const loadDocs = () => import('./pages/docs/docs.tsx')

const publicPages = {
  signIn: [() => import('./pages/auth/sign-in.tsx'), 'SignInPage'],
  forgotPassword: [() => import('./pages/auth/forgot-password.tsx'), 'ForgotPasswordPage'],
  resetPassword: [() => import('./pages/auth/new-password.tsx'), 'NewPasswordPage'],
  setup: [() => import('./pages/auth/setup.tsx'), 'SetupPage'],
  invite: [() => import('./pages/auth/invite.tsx'), 'InvitePage'],
  docs: [loadDocs, 'DocsPage'],
  guide: [loadDocs, 'DocsPage'],
  docsPage: [loadDocs, 'DocsPage'],
} satisfies Partial<Pages<RouteName>>

/** Needs a session, but has none of the navigation: another program sent the person there. */
const consentPage = { connectApp: [() => import('./pages/auth/connect-app.tsx'), 'ConnectAppPage'] } satisfies Partial<
  Pages<RouteName>
>

/** All other paths; the compiler refuses a path without a page. */
const signedInPages: Pages<Exclude<RouteName, keyof typeof publicPages | 'connectApp'>> = {
  dashboard: [() => import('./pages/dashboard/dashboard.tsx'), 'DashboardPage'],
  add: [() => import('./pages/add/add.tsx'), 'AddPage'],
  inbox: [() => import('./pages/inbox/inbox.tsx'), 'InboxPage'],
  insights: [() => import('./pages/insights/insights.tsx'), 'InsightsPage'],
  unsorted: [() => import('./pages/unsorted/unsorted.tsx'), 'UnsortedPage'],
  insight: [() => import('./pages/insights/insight.tsx'), 'InsightPage'],
  themes: [() => import('./pages/themes/themes.tsx'), 'ThemesPage'],
  theme: [() => import('./pages/themes/theme.tsx'), 'ThemePage'],
  subtheme: [() => import('./pages/subthemes/subtheme.tsx'), 'SubthemePage'],
  ask: [() => import('./pages/ask/ask.tsx'), 'AskPage'],
  segments: [() => import('./pages/segments/segments.tsx'), 'SegmentsPage'],
  segment: [() => import('./pages/segments/segment.tsx'), 'SegmentPage'],
  projects: [() => import('./pages/projects/projects.tsx'), 'ProjectsPage'],
  project: [() => import('./pages/projects/project.tsx'), 'ProjectPage'],
  initiatives: [() => import('./pages/initiatives/initiatives.tsx'), 'InitiativesPage'],
  initiative: [() => import('./pages/initiatives/initiative.tsx'), 'InitiativePage'],
  opportunities: [() => import('./pages/opportunities/opportunities.tsx'), 'OpportunitiesPage'],
  opportunity: [() => import('./pages/opportunities/opportunity.tsx'), 'OpportunityPage'],
  contacts: [() => import('./pages/contacts/contacts.tsx'), 'ContactsPage'],
  accounts: [() => import('./pages/accounts/accounts.tsx'), 'AccountsPage'],
  account: [() => import('./pages/accounts/account.tsx'), 'AccountPage'],
  contact: [() => import('./pages/contacts/contact.tsx'), 'ContactPage'],
  nps: [() => import('./pages/nps/nps.tsx'), 'NpsPage'],
  surveys: [() => import('./pages/surveys/surveys.tsx'), 'SurveysPage'],
  survey: [() => import('./pages/surveys/survey.tsx'), 'SurveyPage'],
  competitors: [() => import('./pages/competitors/competitors.tsx'), 'CompetitorsPage'],
  competitor: [() => import('./pages/competitors/competitor.tsx'), 'CompetitorPage'],
  competitorSubject: [() => import('./pages/competitors/subject.tsx'), 'SubjectPage'],
  uploads: [() => import('./pages/data/uploads/uploads.tsx'), 'UploadsPage'],
  upload: [() => import('./pages/data/uploads/upload.tsx'), 'UploadPage'],
  integrations: [() => import('./pages/data/integrations/integrations.tsx'), 'IntegrationsPage'],
  integration: [() => import('./pages/data/integrations/integration.tsx'), 'IntegrationPage'],
  changes: [() => import('./pages/data/changes/changes.tsx'), 'ChangesPage'],
  jobs: [() => import('./pages/data/jobs/jobs.tsx'), 'JobsPage'],
  comment: [() => import('./pages/notifications/comment-link.tsx'), 'CommentLinkPage'],
  notifications: [() => import('./pages/notifications/notifications.tsx'), 'NotificationsPage'],
  settings: [() => import('./pages/settings/settings.tsx'), 'SettingsPage'],
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

const consent = createRoute({
  getParentRoute: () => root,
  id: 'consent',
  component: Outlet,
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

const firstSettings = createRoute({
  getParentRoute: () => authenticated,
  path: settingsRoot,
  beforeLoad: () => {
    throw redirect({ to: paths.settings('profile'), replace: true })
  },
})

const routeTree = root.addChildren([
  ...pagesOf(root, publicPages),
  consent.addChildren(pagesOf(consent, consentPage)),
  authenticated.addChildren([
    ...pagesOf(authenticated, signedInPages),
    firstSettings,
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
