/* Which release a rise of a theme began with: releases/. */

/** Days before a release that its first days are compared with. Guess. */
export const RELEASE_DAYS_BEFORE = 84
/** A release is a candidate until so many days have passed. Guess: later a rise has many other causes. */
export const RELEASE_DAYS_AFTER = 42
/** Whole days since a release below which nothing is said of it. Guess. */
export const MIN_RELEASE_DAYS = 7
/** Customers since the release below which a rise is no rise. Guess. */
export const MIN_RELEASE_CUSTOMERS = 5
/** How many times as many as expected, at least. Guess. */
export const MIN_RELEASE_RATIO = 1.5
/** Evidence from which a rise is reported. Chosen on made histories (releases.md): one false alarm in 1,000 weeks. */
export const RELEASE_ALARM = 9
/** How much better another day may explain the rise than that of the release.
 * Chosen on made histories (releases.md). */
export const MAX_BETTER_DAY = 2.5
/** How much the customers count who name an update, beside those who speak of the theme. Guess. */
export const MENTION_EVIDENCE = 1
/** The least variance of weeks beside chance, as part of the square of their mean. Chosen on made histories
 * (releases.md). */
export const MIN_WEEKLY_SHOCK = 0.1
