/** The paths of all pages. */
export const paths = {
  dashboard: '/',
  inbox: '/inbox',
  ask: '/ask',
  insights: '/insights',
  insight: (id: string) => `/insights/${id}`,
  themes: '/themes',
  theme: (id: string) => `/themes/${id}`,
  subtheme: (id: string) => `/subthemes/${id}`,
  projects: '/projects',
  project: (id: string) => `/projects/${id}`,
  initiatives: '/initiatives',
  initiative: (id: string) => `/initiatives/${id}`,
  opportunities: '/opportunities',
  opportunity: (id: string) => `/opportunities/${id}`,
  competitors: '/competitors',
  competitor: (id: string) => `/competitors/${id}`,
  competitorSubject: (id: string) => `/competitors/subjects/${id}`,
  surveys: '/surveys',
  survey: (id: string) => `/surveys/${id}`,
  nps: '/nps',
  segments: '/segments',
  segment: (id: string) => `/segments/${id}`,
  contacts: '/contacts',
  contact: (id: string) => `/contacts/${id}`,
  data: '/data/uploads',
  upload: (id: string) => `/data/uploads/${id}`,
  integrations: '/data/integrations',
  integration: (id: string) => `/data/integrations/${id}`,
  jobs: '/data/jobs',
  settings: '/settings/profile',
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  docs: '/docs',
  reference: '/docs/api',
}

/** A path with filters as its query string. */
export function withQuery(path: string, filters: Record<string, string | undefined>): string {
  const search = new URLSearchParams(
    Object.entries(filters).filter((pair): pair is [string, string] => !!pair[1]),
  ).toString()
  return search ? `${path}?${search}` : path
}
