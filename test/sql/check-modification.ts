import type { Report } from './check-statement.ts'
import { findNonImmutable, hasColumn } from './non-immutable.ts'
import { asStatement, columnPath, isValue, type Node, type StatementKind, walk } from './syntax-tree.ts'
import { localTables, organizationTables } from './tables.ts'

/** What Citus refuses in a write. */
export function checkModification(kind: Exclude<StatementKind, 'SelectStmt'>, body: Node, report: Report) {
  const table = body.relation.relname as string
  if (localTables.has(table)) return
  if (kind === 'InsertStmt' && organizationTables.has(table)) checkInsertedOrganization(table, body, report)
  const assigned = [body.targetList, body.onConflictClause?.targetList].flat().filter(Boolean) as Node[]
  const values = body.selectStmt?.SelectStmt?.valuesLists as Node[] | undefined
  if (kind === 'InsertStmt' && containsStatement([values, body.returningClause, body.onConflictClause]))
    report('sub-query in INSERT', table)
  const refuse = (place: string, expression: unknown) => {
    const name = findNonImmutable(expression)
    if (name) report('non-immutable function in a write', `${name} in ${place}`)
  }
  refuse('RETURNING', body.returningClause)
  refuse('ON CONFLICT', body.onConflictClause)
  for (const expression of assigned) checkChoices(expression, refuse, report)
  if (kind === 'UpdateStmt') for (const target of assigned) checkColumnArguments(target, refuse)
}

function checkInsertedOrganization(table: string, body: Node, report: Report) {
  const place = ((body.cols as Node[] | undefined) ?? []).findIndex(({ ResTarget }) => ResTarget.name === 'org_id')
  const select = body.selectStmt?.SelectStmt as Node | undefined
  const given: (Node | undefined)[] = select?.valuesLists
    ? (select.valuesLists as Node[]).map(({ List }) => List.items[place] as Node)
    : [(select?.targetList as Node[] | undefined)?.[place]?.ResTarget.val]
  // A column is that of a row that was read within the organization, which the level of the SELECT is checked for.
  const isNamed = (value: Node | undefined) => isValue(value) || columnPath(value)?.at(-1) === 'org_id'
  if (select?.larg === undefined && !given.every(isNamed)) report('organization not named', `insert into ${table}`)
}

function containsStatement(part: unknown): boolean {
  let found = false
  walk(part, (node) => {
    if (asStatement(node)) found = true
    return !found
  })
  return found
}

function checkChoices(expression: Node, refuse: (place: string, expression: unknown) => void, report: Report) {
  walk(expression, (node) => {
    if (asStatement(node)) return false
    if (node.CaseExpr?.arg) report('case x when in UPDATE', columnPath(node.CaseExpr.arg)?.join('.') ?? 'expression')
    const choice = node.CaseExpr ?? node.CoalesceExpr
    if (!choice) return true
    refuse(node.CaseExpr ? 'CASE' : 'COALESCE', choice)
    return false
  })
}

/** A value that depends on no column is computed once, before the statement is sent to a shard. */
function checkColumnArguments(target: Node, refuse: (place: string, expression: unknown) => void) {
  walk(target.ResTarget?.val, (node) => {
    if (asStatement(node) || node.CaseExpr || node.CoalesceExpr) return false
    if ((node.FuncCall || node.A_Expr) && hasColumn(node)) {
      refuse('UPDATE of a column', node)
      return false
    }
    return true
  })
}
