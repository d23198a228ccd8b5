import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const inRepository = join(import.meta.dirname, '../../models/earshot-small')

/** The analysis model: part of the repository, and a package of its own beside the published one. */
export const modelFolder = existsSync(inRepository) ? inRepository : (installedModel() ?? inRepository)

/** The static embeddings, and the classifiers that read them. */
export const staticModelFolder = join(import.meta.dirname, '../../models/gte-small-static')

function installedModel(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('earshot-model/package.json'))
  } catch {
    return undefined
  }
}
