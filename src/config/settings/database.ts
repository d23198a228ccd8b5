import { resolve } from 'node:path'
import { boolean, integerBetween, matching } from '#config/parsers.ts'
import type { SettingGroup } from '#config/types.ts'

export const databaseSettings = {
  dataDir: {
    name: 'DATA_DIR',
    description: 'folder of the embedded database',
    example: './data',
    default: './data',
    parse: (text) => resolve(text),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    description: 'external PostgreSQL (15 to 18) to use instead of the embedded one',
    example: 'postgres://earshot:secret@db:5432/earshot',
    default: null,
    secret: true,
    parse: matching(/^postgres(ql)?:\/\/\S+$/),
  },
  databaseReplicaUrl: {
    name: 'DATABASE_REPLICA_URL',
    description: 'streaming replica of that PostgreSQL, which then serves dashboards, reports and exports',
    example: 'postgres://earshot:secret@replica:5432/earshot',
    default: null,
    secret: true,
    parse: matching(/^postgres(ql)?:\/\/\S+$/),
  },
  databaseReplicaMaxLagMs: {
    name: 'DATABASE_REPLICA_MAX_LAG_MS',
    description: 'milliseconds by which the replica may lag before the primary serves these reads',
    example: '5000',
    default: '1000',
    parse: integerBetween(100, 3_600_000),
  },
  poolSize: {
    name: 'POOL_SIZE',
    description: 'maximum number of database connections per process',
    example: '8',
    default: '8',
    parse: integerBetween(2, 100),
  },
  namedStatements: {
    name: 'NAMED_STATEMENTS',
    description: 'off behind a connection pooler in transaction mode',
    example: 'on',
    default: 'on',
    parse: boolean,
  },
} satisfies SettingGroup<
  'dataDir' | 'databaseUrl' | 'databaseReplicaUrl' | 'databaseReplicaMaxLagMs' | 'poolSize' | 'namedStatements'
>
