/** Citus appends the number of the shard, six digits or more, to the names of constraints. */
export const constraintName = (name: string) => name.replace(/_\d{6,}$/, '')
