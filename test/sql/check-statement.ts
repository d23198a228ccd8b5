import { loadModule, parseSync } from 'libpg-query'
import { checkModification } from './check-modification.ts'
import { asStatement, comparedColumn, conjuncts, type Node, type StatementKind, walk } from './syntax-tree.ts'
import { localTables, organizationTables } from './tables.ts'

await loadModule()

export type Violation = {
  kind:
    | 'organization not named'
    | 'data-modifying CTE'
    | 'sub-query in INSERT'
    | 'non-immutable function in a write'
    | 'case x when in UPDATE'
    | 'local table with an organization’s table'
  detail: string
}
export type Report = (kind: Violation['kind'], detail: string) => void

/**
 * What would keep a statement from going to one shard of a database that is distributed by organization: at every
 * level, each table of an organization needs its own `org_id = $n`; PostgreSQL does not carry it into sub-queries.
 */
export function checkStatement(text: string): Violation[] {
  const violations: Violation[] = []
  const report: Report = (kind, detail) => void violations.push({ kind, detail })
  const used = new Set<string>()
  for (const { stmt } of parseSync(text).stmts ?? []) {
    const statement = asStatement(stmt as Node)
    if (statement) checkLevel(statement, new Set(), { report, used })
  }
  const local = [...used].filter((table) => localTables.has(table))
  if (local.length && [...used].some((table) => organizationTables.has(table)))
    report('local table with an organization’s table', local.join(', '))
  return violations
}

type Context = { report: Report; used: Set<string> }

function checkLevel({ kind, body }: { kind: StatementKind; body: Node }, outer: ReadonlySet<string>, context: Context) {
  const names = checkCommonTables(body, outer, context)
  if (kind === 'SelectStmt' && body.larg) {
    checkLevel({ kind, body: body.larg }, names, context)
    checkLevel({ kind, body: body.rarg }, names, context)
  }
  const relations: Relation[] = []
  const conditions = conjuncts(body.whereClause)
  if (kind === 'UpdateStmt' || kind === 'DeleteStmt') addRelation(body.relation, relations)
  for (const item of [body.fromClause, body.usingClause].flat()) readFrom(item, relations, conditions)
  checkRelations(relations, conditions, names, context)
  if (kind !== 'SelectStmt') {
    if (kind === 'InsertStmt') context.used.add(body.relation.relname)
    checkModification(kind, body, context.report)
  }
  const { withClause: _, larg: __, rarg: ___, ...parts } = body
  walk(parts, (node) => {
    const nested = asStatement(node)
    if (nested) checkLevel(nested, names, context)
    return !nested
  })
}

function checkCommonTables(body: Node, outer: ReadonlySet<string>, context: Context): Set<string> {
  const names = new Set(outer)
  const tables = ((body.withClause?.ctes as Node[] | undefined) ?? []).map((cte) => cte.CommonTableExpr as Node)
  if (body.withClause?.recursive) for (const { ctename } of tables) names.add(ctename)
  for (const { ctename, ctequery } of tables) {
    const nested = asStatement(ctequery)!
    // The tables of the queue have a schema of their own, which is not distributed.
    if (nested.kind !== 'SelectStmt' && !nested.body.relation.schemaname) context.report('data-modifying CTE', ctename)
    checkLevel(nested, names, context)
    names.add(ctename)
  }
  return names
}

type Relation = { alias: string; table: string }

function addRelation({ relname, alias, schemaname }: Node, relations: Relation[]) {
  if (schemaname === undefined || schemaname === 'public')
    relations.push({ alias: alias?.aliasname ?? relname, table: relname })
}

function readFrom(item: Node | undefined, relations: Relation[], conditions: Node[]) {
  if (item?.RangeVar) addRelation(item.RangeVar, relations)
  if (!item?.JoinExpr) return
  const { larg, rarg, quals } = item.JoinExpr as Node
  readFrom(larg, relations, conditions)
  readFrom(rarg, relations, conditions)
  conditions.push(...conjuncts(quals))
}

function checkRelations(all: Relation[], conditions: Node[], names: ReadonlySet<string>, { report, used }: Context) {
  const relations = all.filter(({ table }) => !names.has(table))
  for (const { table } of relations) used.add(table)
  const distributed = relations.filter(({ table }) => organizationTables.has(table))
  const restricted = new Set<string>()
  for (const condition of conditions) {
    const path = comparedColumn(condition)
    if (path?.at(-1) !== 'org_id') continue
    if (path.length > 1) restricted.add(path.at(-2)!)
    else if (distributed.length === 1) restricted.add(distributed[0]!.alias)
  }
  for (const { alias, table } of distributed)
    if (!restricted.has(alias)) report('organization not named', alias === table ? table : `${table} ${alias}`)
}
