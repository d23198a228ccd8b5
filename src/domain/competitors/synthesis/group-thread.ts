import { parentPort, workerData } from 'node:worker_threads'
import { groupsOf } from '#engine/groups.ts'

/* Runs apart from everything else and says what it found. */

parentPort!.postMessage(groupsOf(workerData as string[]))
