/** The backup is incomplete or was changed. */
export class DamagedBackupError extends Error {}

/** The target database or organization is not empty, or the backup is not one for this version. */
export class RestoreRefusedError extends Error {}

export class UnknownOrganizationError extends Error {}
