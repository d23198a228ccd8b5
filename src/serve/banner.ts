import type { Config } from '#config/types.ts'
import { version } from '#version.ts'

export type Shown = {
  config: Config
  role: string
  database: string
  /** The token for the setup page while nobody has signed up. */
  setup: string | null
  demo: { email: string; password: string; key: string } | null
}

/** What a newcomer does next, in at most fifteen lines. */
export function banner({ config, role, database, demo, setup }: Shown): string {
  const url = config.publicUrl
  if (role === 'worker') return `Earshot ${version} worker on ${database}\n`
  const lines = ['', `  Earshot ${version} is running at ${url}`, `  Database: ${database}`, '']
  const ownSetup = setup ? [`  Set up:        ${url}/setup`, `  Setup token:   ${setup}`] : []
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
      '  Demo data:     npm start -- --demo',
      '  By command:    npm run -s earshot -- admin help   (create-org, create-key, policy)',
      '',
      `  Try it:        curl -H "Authorization: Bearer <key>" ${url}/api/v1/me`,
    )
  }
  return [...lines, `  API document:  ${url}/api/v1/openapi`, '  Stop with Ctrl-C.', '', ''].join('\n')
}
