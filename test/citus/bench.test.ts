import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { testCluster } from '../database.ts'
import { missing } from './cluster.ts'

const skip = process.env.CITUS_URL ? 'the benchmark leaves its databases on the cluster' : !testCluster() && missing

test('bench:cluster compares a cluster with one PostgreSQL', { skip }, async () => {
  const command = 'bench/cluster.ts --rows 400 --rounds 1 --seconds 0.3 --only one'
  const { stdout } = await promisify(execFile)(process.execPath, command.split(' '))
  assert.match(stdout, /^ {4}cluster \/ plain by CPU +\d+\.\d\d /m)
})
