import { readFileSync } from 'node:fs'
import { inventory } from '#contract/index.ts'
import { minimalRole } from '#contract/rights.ts'
import type { Route, Routes } from '#contract/core/route.ts'
import { isAtLeast, type MemberRole, memberRoles } from '#vocabulary/roles.ts'

/* The section of docs/roles.md that lists which operations each role may use. */

const path = 'docs/roles.md'
const section = /(<!-- rights: [^>]*-->\n)[\s\S]*?(<!-- \/rights -->)/

type Row = { summary: string; minimum: MemberRole }

function rowsOf(id: string, route: Route): Row[] {
  const summary = `${route.summary} (\`${id}\`)`
  if (!route.actions) return [{ summary, minimum: minimalRole(route) }]
  return Object.keys(route.actions).map((action) => ({
    summary: `${route.summary}: \`${action}\` (\`${id}\`)`,
    minimum: minimalRole(route, action),
  }))
}

const mark = (role: MemberRole, minimum: MemberRole) => (isAtLeast(role, minimum) ? '✓' : '')

/** The writes, and the reads that not everyone has: all others need no row. */
export function rightsTable(): string {
  const rows = Object.entries(inventory as Routes)
    .filter(([, { anonymous }]) => !anonymous)
    .flatMap(([id, route]) => rowsOf(id, route).filter((row) => route.method !== 'GET' || row.minimum !== 'viewer'))
    .toSorted((a, b) => memberRoles.indexOf(a.minimum) - memberRoles.indexOf(b.minimum))
  return [
    '| Operation | Viewer | Contributor | Member | Admin |',
    '|---|---|---|---|---|',
    ...rows.map(
      ({ summary, minimum }) => `| ${[summary, ...memberRoles.map((role) => mark(role, minimum))].join(' | ')} |`,
    ),
  ].join('\n')
}

export const rolesDocs = () => ({
  path,
  text: readFileSync(path, 'utf8').replace(
    section,
    (_all, start: string, end: string) => `${start}\n${rightsTable()}\n\n${end}`,
  ),
})
