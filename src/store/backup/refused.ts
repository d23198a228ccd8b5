/** The database holds something already, or the backup is not one for this version. */
export class RestoreRefused extends Error {}
