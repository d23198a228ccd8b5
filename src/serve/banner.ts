import type { Config } from '#config.ts'
import { version } from './version.ts'

export type Shown = {
  config: Config
  role: string
  database: string
  hasPeople: boolean
  demo: { email: string; password: string; key: string } | null
}

/** What a newcomer does next, in at most fifteen lines. */
export function banner({ config, role, database, demo, hasPeople }: Shown): string {
  const url = config.publicUrl
  if (role === 'worker') return `Earshot ${version} worker on ${database}\n`
  const lines = ['', `  Earshot ${version} is running at ${url}`, `  Database: ${database}`, '']
  if (demo) {
    lines.push(`  Demo sign-in:  ${demo.email}  ${demo.password}`, `  Demo API key:  ${demo.key}`, '', '  Try it:', `    curl -H "Authorization: Bearer ${demo.key}" "${url}/api/v1/insights?limit=3"`)
  } else {
    if (!hasPeople) lines.push('  First admin:   npm run -s earshot -- admin create-org --name "Acme" --email you@example.com')
    lines.push(
      '  Demo data:     npm start -- --demo',
      '  API key:       npm run -s earshot -- admin create-key --org <org_id> --email <email> --name first --scopes read,write',
      '  Switch it on:  npm run -s earshot -- admin policy --org <org_id> --enabled true',
      '',
      `  Try it:        curl -H "Authorization: Bearer <key>" ${url}/api/v1/me`,
    )
  }
  return [...lines, `  API document:  ${url}/api/v1/openapi`, '  Stop with Ctrl-C.', '', ''].join('\n')
}
