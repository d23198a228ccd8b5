/* The paths that the benchmarks request. */

export const insightsPath = '/api/v1/insights'
export const listPath = `${insightsPath}?limit=50`
export const insightPath = (id: string) => `${insightsPath}/${id}`
export const buildPath = '/api/v1/build/projects'
