import { analysisVersion } from '#engine/analyze.ts'
import { isModelAvailable, modelIds, type Tier } from '#engine/embed/embedder.ts'

/** The version that is stored with every insight: that of the engine, and the embedding model. */
export const analysisVersionOf = (model: string) => `${analysisVersion}/${model}`

/** The model that a worker with this setting uses. */
export async function currentModel(embeddings: Tier | 'auto' = 'static'): Promise<string> {
  const usesModel = embeddings === 'model' || (embeddings === 'auto' && (await isModelAvailable()))
  return modelIds[usesModel ? 'model' : 'static']
}
