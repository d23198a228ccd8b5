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
import { queryKeyOf } from './api/hooks.ts'
import { Shell } from './shell/shell.tsx'
import { ErrorState, Loading, NotFound } from './ui/states.tsx'
import { t } from './i18n/t.ts'
import { loadPage } from './load-page.ts'

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
    throw redirect(
      needed && !demo ? { to: '/setup' } : ({ to: '/sign-in', search: next === '/' ? {} : { next } } as never),
    )
  }
}

const authenticated = createRoute({
  getParentRoute: () => root,
  id: 'authenticated',
  component: Shell,
  beforeLoad: ({ location }) => requireSession(location.href),
})

const publicPage = (path: string, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(loadPage(load) as never, name as never),
  })
const page = (path: string, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => authenticated,
    path,
    component: lazyRouteComponent(loadPage(load) as never, name as never),
  })

const routeTree = root.addChildren([
  publicPage('/sign-in', () => import('./pages/auth/sign-in.tsx'), 'SignIn'),
  publicPage('/forgot-password', () => import('./pages/auth/forgot-password.tsx'), 'ForgotPassword'),
  publicPage('/reset-password/$token', () => import('./pages/auth/new-password.tsx'), 'NewPassword'),
  publicPage('/setup', () => import('./pages/auth/setup.tsx'), 'Setup'),
  publicPage('/invite/$token', () => import('./pages/auth/invite.tsx'), 'Invite'),
  publicPage('/docs', () => import('./pages/docs/docs.tsx'), 'Docs'),
  publicPage('/docs/guides/$guide', () => import('./pages/docs/docs.tsx'), 'Docs'),
  publicPage('/docs/$page', () => import('./pages/docs/docs.tsx'), 'Docs'),
  authenticated.addChildren([
    page('/', () => import('./pages/dashboard/dashboard.tsx'), 'Dashboard'),
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
    page('/data/uploads', () => import('./pages/data/uploads/uploads.tsx'), 'Uploads'),
    page('/data/uploads/$id', () => import('./pages/data/uploads/upload.tsx'), 'Upload'),
    page('/data/integrations', () => import('./pages/data/integrations/integrations.tsx'), 'Integrations'),
    page('/data/integrations/$id', () => import('./pages/data/integrations/integration.tsx'), 'Integration'),
    page('/data/changes', () => import('./pages/data/changes/changes.tsx'), 'Changes'),
    page('/data/jobs', () => import('./pages/data/jobs/jobs.tsx'), 'Jobs'),
    page('/settings/$tab', () => import('./pages/settings/settings.tsx'), 'Settings'),
    page('$', () => import('./pages/not-found.tsx'), 'NotFoundPage'),
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
