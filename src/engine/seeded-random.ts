/** Numbers between 0 and 1, the same sequence for the same seed (Park and Miller's generator). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
