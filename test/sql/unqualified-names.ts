import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'
import { type Node, walk } from './syntax-tree.ts'

await loadModule()

/** Names that are found with an empty search_path: those of PostgreSQL's own schema. */
export type KnownNames = { relations: Set<string>; functions: Set<string>; types: Set<string> }

/**
 * Of the extension vector, whose schema the operator chooses. Only statements of Earshot call functions that use them,
 * never a column, a check or an index.
 */
const ofVectorExtension = new Set(['halfvec', 'l2_normalize', 'vector_dims'])

/** The names without a schema in the text of a function that a restored dump would not find. */
export function unqualifiedNames(definition: string, known: KnownNames): string[] {
  const found = new Set<string>()
  const report = (name: string, names: Set<string>) => {
    if (!names.has(name) && !ofVectorExtension.has(name)) found.add(name)
  }
  for (const statement of statementsOf(definition)) checkStatement(statement, known, report)
  return [...found].sort()
}

type Report = (name: string, names: Set<string>) => void

/** Statements of a function's body; those in SQL-standard form are stored parsed and have no search_path. */
function statementsOf(definition: string): string[] {
  if (/\blanguage plpgsql\b/i.test(definition)) return expressionsOf(parsePlPgSQLSync(definition)).flatMap(withNested)
  const body = /\bas (\$\w*\$)([\s\S]*)\1/i.exec(definition)?.[2]
  return body === undefined ? [] : [body]
}

/** A function that creates functions is checked with them. */
const withNested = (text: string) => (/^\s*create (or replace )?function\b/i.test(text) ? statementsOf(text) : [text])

/** How PL/pgSQL parses an expression: a statement, an expression, an assignment. */
const asStatement: Record<number, (text: string) => string> = {
  0: (text) => text,
  2: (text) => `select ${text}`,
  3: (text) => `select ${text.slice(text.indexOf(':=') + 2)}`,
}

function expressionsOf(tree: unknown): string[] {
  const texts: string[] = []
  walk(tree, ({ PLpgSQL_expr: expression, PLpgSQL_stmt_dynexecute: dynamic }) => {
    if (expression) texts.push((asStatement[expression.parseMode ?? 0] ?? asStatement[2]!)(expression.query))
    if (dynamic) texts.push(...composedStatements(dynamic.query.PLpgSQL_expr.query))
  })
  return texts
}

/** The statements that `execute` builds from constants, with values for the placeholders of format(). */
function composedStatements(expression: string): string[] {
  const texts: string[] = []
  walk(parseSync(`select ${expression}`), (node) => {
    const text = node.A_Const?.sval?.sval as string | undefined
    const filled = text
      ?.replace(/%(\d+\$)?s/g, '1')
      .replace(/%(\d+\$)?I/g, 'pg_catalog.a')
      .replace(/%(\d+\$)?L/g, `''`)
    if (filled !== undefined && parses(filled)) texts.push(filled)
  })
  return texts
}

function parses(text: string): boolean {
  try {
    return (parseSync(text).stmts ?? []).length > 0
  } catch {
    return false
  }
}

const lastOf = (names: Node[] | undefined) => names?.map((name) => name.String?.sval as string) ?? []

function checkStatement(text: string, known: KnownNames, report: Report) {
  const tree = parseSync(text)
  const common = new Set<string>()
  walk(tree, ({ CommonTableExpr: table }) => void (table && common.add(table.ctename)))
  walk(tree, (node) => {
    const { RangeVar: table, FuncCall: call, TypeCast: cast, relation } = node
    for (const one of [table, relation]) checkRelation(one, common, known, report)
    const type = node.TypeName ?? cast?.typeName ?? node.ColumnDef?.typeName
    checkSingle(lastOf(type?.names), known.types, report)
    checkSingle(lastOf(call?.funcname), known.functions, report)
    const target = lastOf(type?.names).at(-1) ?? lastOf(call?.funcname).at(-1)
    const constant = (cast?.arg ?? call?.args?.[0])?.A_Const?.sval?.sval as string | undefined
    if (constant !== undefined) checkObjectName(target, constant, known, report)
  })
}

function checkRelation(table: Node | undefined, common: Set<string>, { relations }: KnownNames, report: Report) {
  if (table?.relname && !table.schemaname && !common.has(table.relname)) report(table.relname, relations)
}

function checkSingle(names: string[], known: Set<string>, report: Report) {
  if (names.length === 1) report(names[0]!, known)
}

/** 'name'::regclass and to_regclass('name') look the name up as a statement does. */
function checkObjectName(target: string | undefined, name: string, known: KnownNames, report: Report) {
  const names = { regclass: known.relations, regtype: known.types, regproc: known.functions }[
    target?.replace(/^to_/, '') ?? ''
  ]
  if (names && !name.includes('.')) report(name, names)
}
