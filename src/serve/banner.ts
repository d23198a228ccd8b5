import type { Config } from '#config/types.ts'
import { version } from '#version.ts'

/** The published package holds JavaScript. */
const isPublished = import.meta.filename.endsWith('.js')

type Shown = {
  config: Config
  role: string
  database: string
  /** The token for the setup page, until the first admin has signed up. */
  setup: string | null
  demo: { email: string; password: string; key: string } | null
  hasWebApp: boolean
}

/** What a newcomer does next, in at most fifteen lines. */
export function banner({ config, role, database, demo, setup, hasWebApp }: Shown): string {
  const url = config.publicUrl
  if (role === 'worker') return `Earshot ${version} worker on ${database}\n`
  const lines = ['', `  Earshot ${version} is running at ${url}`, `  Database: ${database}`, '']
  if (!hasWebApp) lines.push('  Web app:       not built; npm ci && npm run build:web builds it', '')
  // Behind the number sign, which browsers send to nobody, so that the token reaches no log.
  const ownSetup = setup && hasWebApp ? [`  Set up:        ${url}/setup#token=${setup}`] : []
  if (demo) {
    lines.push(
      `  Demo sign-in:  ${demo.email}  ${demo.password}`,
      `  Demo API key:  ${demo.key}`,
      ...ownSetup,
      '',
      '  Try it:',
      `    curl -H "Authorization: Bearer ${demo.key}" "${url}/api/v1/insights?limit=3"`,
    )
  } else {
    lines.push(
      ...ownSetup,
      `  Demo data:     ${isPublished ? 'node_modules/.bin/earshot serve --demo' : 'npm start -- --demo'}`,
      `  By command:    ${isPublished ? 'node_modules/.bin/earshot' : 'npm run -s earshot --'} admin help   ` +
        '(create-org, create-key, policy)',
      '',
      `  Try it:        curl -H "Authorization: Bearer <key>" ${url}/api/v1/me`,
    )
  }
  return [...lines, `  API document:  ${url}/api/v1/openapi`, '  Stop with Ctrl-C.', '', ''].join('\n')
}
