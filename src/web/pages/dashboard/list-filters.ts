/** The period and segment of the dashboard as filters of a list. */
export type ListFilters = { after: string; before: string; segment: string | undefined }
