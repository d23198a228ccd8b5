/** A node of the syntax tree as the parser gives it: one property names its kind. */
export type Node = { [name: string]: any }

const statementKinds = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const
export type StatementKind = (typeof statementKinds)[number]

/** The statement that a node wraps, if it is one. */
export function asStatement(node: Node): { kind: StatementKind; body: Node } | undefined {
  const kind = statementKinds.find((name) => node[name])
  return kind && { kind, body: node[kind] as Node }
}

/** Calls `visit` for every node below, itself included; the parts of a node for which it returns false are skipped. */
export function walk(node: unknown, visit: (node: Node) => boolean | void): void {
  if (Array.isArray(node)) return node.forEach((item) => walk(item, visit))
  if (typeof node !== 'object' || node === null) return
  if (visit(node as Node) === false) return
  for (const value of Object.values(node)) walk(value, visit)
}

/** The path of a column: ['f', 'org_id'] or ['org_id']. */
export const columnPath = (node: Node | undefined): string[] | undefined =>
  (node?.ColumnRef?.fields as Node[] | undefined)?.map((field) => field.String?.sval ?? '*')

const isValue = (node: Node | undefined): boolean =>
  Boolean(node?.ParamRef || node?.A_Const) || (node?.TypeCast !== undefined && isValue(node.TypeCast.arg))
export { isValue }

/** The conditions that all must hold. */
export function conjuncts(node: Node | undefined): Node[] {
  if (!node) return []
  if (node.BoolExpr?.boolop === 'AND_EXPR') return (node.BoolExpr.args as Node[]).flatMap(conjuncts)
  return [node]
}

/** The column that a condition compares with a parameter or a constant: `f.org_id = $1` or `f.org_id in ($1)`. */
export function comparedColumn(node: Node): string[] | undefined {
  const { kind, name, lexpr, rexpr } = (node.A_Expr ?? {}) as Node
  if (name?.[0]?.String?.sval !== '=') return undefined
  if (kind === 'AEXPR_IN') {
    const items = rexpr?.List?.items as Node[] | undefined
    return items?.length === 1 && isValue(items[0]) ? columnPath(lexpr) : undefined
  }
  if (kind !== 'AEXPR_OP') return undefined
  if (isValue(rexpr)) return columnPath(lexpr)
  return isValue(lexpr) ? columnPath(rexpr) : undefined
}
