import { asStatement, columnPath, type Node, walk } from './syntax-tree.ts'

/** Not immutable: each node would compute its own value, so Citus refuses them in the places checked below. */
const nonImmutable = new Set(
  `now clock_timestamp statement_timestamp transaction_timestamp timeofday random gen_random_uuid uuidv7 nextval
  pg_current_xact_id pg_snapshot_xmin pg_current_snapshot to_char to_json to_jsonb row_to_json array_to_json
  json_build_object jsonb_build_object json_build_array jsonb_build_array json_object_agg jsonb_object_agg json_agg
  jsonb_agg concat concat_ws format age date_part date_trunc make_timestamptz to_timestamp`.split(/\s+/),
)
const immutableForms = new Set(['date_part', 'to_timestamp'])

/** The name of a function or operator in an expression that is not immutable. */
export function findNonImmutable(expression: unknown): string | undefined {
  let found: string | undefined
  walk(expression, (node) => {
    // A sub-query is computed on its own: `(select now())` is accepted.
    if (asStatement(node)) return false
    if (node.SQLValueFunction) found ??= 'current_timestamp'
    const name = (node.FuncCall?.funcname as Node[] | undefined)?.at(-1)?.String?.sval as string | undefined
    if (name && nonImmutable.has(name) && !immutableForms.has(name)) found ??= `${name}()`
    if (node.A_Expr && isTimeArithmetic(node.A_Expr)) found ??= 'time ± interval'
    return found === undefined
  })
  return found
}

/** timestamptz + interval depends on the time zone of the session. */
function isTimeArithmetic({ name, rexpr, lexpr }: Node): boolean {
  const operator = name?.[0]?.String?.sval
  return (operator === '+' || operator === '-') && (isInterval(rexpr) || isInterval(lexpr))
}

const isInterval = (node: Node | undefined): boolean =>
  (node?.TypeCast?.typeName?.names as Node[] | undefined)?.at(-1)?.String?.sval === 'interval' ||
  node?.FuncCall?.funcname?.at(-1)?.String?.sval === 'make_interval'

export function hasColumn(expression: unknown): boolean {
  let found = false
  walk(expression, (node) => {
    if (columnPath(node)) found = true
    return !found
  })
  return found
}
