/* Transcripts and CSV files: transcript/, csv/. */

/** Pause, and characters, up to which cues of one speaker are joined. Guess. */
export const MAX_CUE_PAUSE_MS = 2000
export const MAX_JOINED_CUE_LENGTH = 2000
/** Characters, and words, of the name of a speaker. Guess. */
export const MAX_SPEAKER_LENGTH = 80
export const MAX_SPEAKER_WORDS = 6
/** Share of lines with a name from which a name that occurs once is a speaker too. Guess. */
export const MIN_TURN_SHARE = 0.4
/** Paragraphs, or turns of speakers, from which a plain text is a transcript. Guess. */
export const MIN_PARAGRAPHS = 3
export const MIN_TURNS = 2
/** Bytes by which the encoding of a file is recognized. Guess. */
export const ENCODING_SAMPLE_BYTES = 64 * 1024
/** Share of control characters, and their number, above which a file is no text; fewer are broken rows. Guess. */
export const MAX_CONTROL_SHARE = 0.02
export const MAX_CONTROL_BYTES = 8
/** Share of the filled cells above which a column holds emails, dates, ratings or numbers. Guess. */
export const MIN_KIND_SHARE = 0.8
/** Share of numbers above which a column is no text, and mean characters above which it is one. Guess. */
export const MAX_NUMBER_SHARE_OF_TEXT = 0.9
export const MIN_TEXT_COLUMN_LENGTH = 25
/** Lines from which a text without empty lines may be a list, and the share of them that begin like one. Guess. */
export const MIN_LINES_OF_LIST = 2
export const MIN_SHARE_OF_STARTS = 0.75
