import type { RetentionReason } from 'contract/retention'
import type { Invariant } from '../invariants/invariant.ts'

/** Something of a person in a table, and what erasing them changes. A row that `references users on delete cascade` needs none: it goes. */
type PersonInTable = {
  /** Columns that hold a person, and hold none after `statement`. */
  erased: readonly string[]
  /** Columns that stay as they are, by the reason why. */
  kept?: Readonly<Record<string, readonly string[]>>
  /** Runs with the columns of `Person` as values. Undefined where every column stays. */
  statement?: string
  /** A row with an email says only that somebody typed it: the shop holds nothing else of that person. */
  typedAlone?: true
}

/** A part of "Download my data". Without one, rows that go with their student are shown as they are. */
type OwnDataPart = {
  title: string
  /** Rows of the person with `users.id = :id` and the email `:email`; times are UTC, money is paise. */
  select: string
  /** The column with the address of a file of theirs, which is signed for the session that asks. */
  files?: string
  /** Other tables of which it shows what is about the person. */
  with?: readonly string[]
}

/**
 * A table of the archive of a shop that moves out. A column `…_paise` is written in rupees, a moment with the Indian offset, a yes or no as
 * the word, a list as JSON.
 */
export type ArchivePart = {
  file: string
  about: string
  select: string
  /** Columns that hold an address, and are written as the file's path in the archive. */
  inArchive?: readonly string[]
}

type Table = {
  /** For a table without anybody who could be erased: what it holds. */
  holds?: string
  person?: PersonInTable
  /** The reason for which rows about purchases or acts of a person outlive the account; `contract/retention.ts` has its end. */
  stays?: RetentionReason
  /** For a table with emails: rows whose moment is so old are deleted every hour; or `without` says what ends them, or why nothing does. */
  expires?: { column: string; days: number } | { without: string }
  ownData?: OwnDataPart | { without: string }
  /** In a table of the archive, in another file of it, in `settings.json` by a statement, or not, by the reason. */
  archive: ArchivePart | { in: string } | { settings: string } | { without: string }
}

/** Describes a feature to the rest of the shop. */
export type Feature = {
  /** A feature that can be deleted: its name, and where it lies beside its own folder. `npm run check -- without NAME` tries it. */
  optional?: { name: string; alsoIn: readonly string[] }
  /** What always holds, by name: the exports of the feature's `*.invariants.ts`. */
  invariants?: Readonly<Record<string, Invariant>>
  /** Tables by name. SQL of other features names none of them. */
  tables: Readonly<Record<string, Table>>
}

/** Declares a feature in its `feature.ts`. It is data: it imports pieces of SQL, its invariants and the contract, nothing that runs. */
export const defineFeature = (feature: Feature): Feature => feature
