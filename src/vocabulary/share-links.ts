/** What a share link shows. */
export const shareLinkKinds = ['theme', 'opportunity', 'evidence_story', 'roadmap', 'dashboard'] as const
export type ShareLinkKind = (typeof shareLinkKinds)[number]

export const shareLinkStatuses = ['active', 'expired', 'revoked', 'ended'] as const
