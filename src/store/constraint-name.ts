type DatabaseError = Error & { code?: string; constraint?: string | undefined }

/** Citus appends the number of the shard, six digits or more, to the names of constraints. */
export const constraintName = (name: string) => name.replace(/_\d{6,}$/, '')

/** An error of a worker has the name only in its message. */
export function nameConstraint(error: DatabaseError) {
  if (!error.code?.startsWith('23')) return
  const name = error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1]
  if (name !== undefined) error.constraint = constraintName(name)
}
