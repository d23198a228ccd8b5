import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { cache } from './api/cache.ts'
import { call, EarshotError } from './api/client.ts'
import { keyOf } from './api/hooks.ts'
import { Shell } from './shell/shell.tsx'
import { ErrorState, Loading, NotThere } from './ui/states.tsx'
import { t } from './i18n/t.ts'

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => <NotThere what={t('page')} />,
  errorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
})

/** Everything of the app needs somebody signed in; a fresh installation begins with its setup, one that shows the demo with its sign-in. */
async function requireSession(next: string) {
  try {
    await cache.ensureQueryData({ queryKey: keyOf('getSession'), queryFn: () => call('getSession') })
  } catch (error) {
    if (!(error instanceof EarshotError) || error.status !== 401) throw error
    const { needed, demo } = await call('getSetup')
    throw redirect(
      needed && !demo ? { to: '/setup' } : ({ to: '/sign-in', search: next === '/' ? {} : { next } } as never),
    )
  }
}

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  beforeLoad: ({ location }) => requireSession(location.href),
})

const open = (path: string, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load as never, name as never) })
const page = (path: string, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({ getParentRoute: () => inside, path, component: lazyRouteComponent(load as never, name as never) })

const routeTree = root.addChildren([
  open('/sign-in', () => import('./pages/sign-in.tsx'), 'SignIn'),
  open('/forgot-password', () => import('./pages/forgotten.tsx'), 'ForgottenPassword'),
  open('/reset-password/$token', () => import('./pages/new-password.tsx'), 'NewPassword'),
  open('/setup', () => import('./pages/setup.tsx'), 'Setup'),
  open('/invite/$token', () => import('./pages/invite.tsx'), 'Invite'),
  open('/docs', () => import('./pages/docs/docs.tsx'), 'Docs'),
  open('/docs/$page', () => import('./pages/docs/docs.tsx'), 'Docs'),
  inside.addChildren([
    page('/', () => import('./pages/dashboard.tsx'), 'Dashboard'),
    page('/inbox', () => import('./pages/inbox/inbox.tsx'), 'Inbox'),
    page('/insights', () => import('./pages/insights/insights.tsx'), 'Insights'),
    page('/insights/$id', () => import('./pages/insights/insight.tsx'), 'Insight'),
    page('/themes', () => import('./pages/themes/themes.tsx'), 'Themes'),
    page('/themes/$id', () => import('./pages/themes/theme.tsx'), 'Theme'),
    page('/subthemes/$id', () => import('./pages/subthemes/subtheme.tsx'), 'Subtheme'),
    page('/ask', () => import('./pages/ask/ask.tsx'), 'Ask'),
    page('/segments', () => import('./pages/segments/segments.tsx'), 'Segments'),
    page('/segments/$id', () => import('./pages/segments/segment.tsx'), 'Segment'),
    page('/projects', () => import('./pages/projects/projects.tsx'), 'Projects'),
    page('/projects/$id', () => import('./pages/projects/project.tsx'), 'Project'),
    page('/initiatives', () => import('./pages/initiatives/initiatives.tsx'), 'Initiatives'),
    page('/initiatives/$id', () => import('./pages/initiatives/initiative.tsx'), 'Initiative'),
    page('/opportunities', () => import('./pages/opportunities/opportunities.tsx'), 'Opportunities'),
    page('/opportunities/$id', () => import('./pages/opportunities/opportunity.tsx'), 'Opportunity'),
    page('/contacts', () => import('./pages/contacts/contacts.tsx'), 'Contacts'),
    page('/contacts/$id', () => import('./pages/contacts/contact.tsx'), 'Contact'),
    page('/nps', () => import('./pages/nps/nps.tsx'), 'Nps'),
    page('/surveys', () => import('./pages/surveys/surveys.tsx'), 'Surveys'),
    page('/surveys/$id', () => import('./pages/surveys/survey.tsx'), 'Survey'),
    page('/competitors', () => import('./pages/competitors/competitors.tsx'), 'Competitors'),
    page('/competitors/$id', () => import('./pages/competitors/competitor.tsx'), 'Competitor'),
    page('/competitors/subjects/$id', () => import('./pages/competitors/subject.tsx'), 'Subject'),
    page('/data/uploads', () => import('./pages/intake/uploads.tsx'), 'Uploads'),
    page('/data/uploads/$id', () => import('./pages/intake/upload.tsx'), 'Upload'),
    page('/data/integrations', () => import('./pages/intake/integrations.tsx'), 'Integrations'),
    page('/data/integrations/$id', () => import('./pages/intake/integration.tsx'), 'Integration'),
    page('/data/jobs', () => import('./pages/intake/jobs.tsx'), 'Jobs'),
    page('/settings/$tab', () => import('./pages/settings/settings.tsx'), 'Settings'),
    page('$', () => import('./pages/not-there.tsx'), 'NoSuchPage'),
  ]),
])

const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))
function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultPendingMs: 150,
  scrollRestoration: true,
})
