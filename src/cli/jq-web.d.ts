declare module 'jq-web' {
  /** What jq writes, undefined if nothing; throws with its message where it does not end with 0. */
  const jq: Promise<{ raw(json: string, filter: string, flags: readonly string[]): string | undefined }>
  export default jq
}
