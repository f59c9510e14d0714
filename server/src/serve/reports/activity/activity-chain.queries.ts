import type { Db } from '../../../context.ts'

/** An entry that does not hold, and why. `chain_no` counts from 1. */
export type ChainBreak = {
  chain_no: number
  why: 'altered' | 'missing' | 'missing before it' | 'not chained' | 'erased without cause'
}

export type ChainState = {
  /** Number of entries, and the hash of the last one: noted elsewhere, it proves the chain up to there. */
  entries: number
  last_hash: string
  /** The first ones. */
  breaks: ChainBreak[]
}

const MAX_BREAKS = 20

/**
 * Reads the whole activity and compares every entry with its own hash and that of the one before. An erased person's
 * details are gone, and only the rest is compared.
 */
export async function verifyChain(db: Db): Promise<ChainState> {
  const { rows } = await db.raw<{ rows: ChainBreak[] }>(
    `with chained as (
      select entry, lag(entry.hash, 1, '') over by_no as hash_before, lag(entry.chain_no, 1, 0::bigint) over by_no as no_before
      from activity entry
      window by_no as (order by entry.chain_no)
    ), checked as (
      select coalesce((entry).chain_no, 0)::int as chain_no,
        case
          when (entry).hash is null then 'not chained'
          when (entry).chain_no <> no_before + 1 or (entry).previous_hash <> hash_before then 'missing before it'
          when (entry).hash <> activity_hash(entry) then 'altered'
          when (entry).salt is not null then
            case when (entry).details_hash <> activity_details_hash(entry) then 'altered' end
          when not exists (
            select 1 from users u
            where u.deleted_at is not null and (
              ((entry).kind = 'user' and u.user_id = (entry).target_id)
              or ((entry).kind = 'order' and u.id = (select o.user_id from orders o where o.order_id = (entry).target_id))
            )
          ) then 'erased without cause'
        end as why
      from chained
    )
    select chain_no, why from checked where why is not null
    order by 1
    limit ${MAX_BREAKS}`,
  )
  const head = await db('activity_chain').first('last_no', 'last_hash')
  const last = await db('activity').whereNotNull('chain_no').orderBy('chain_no', 'desc').first('chain_no', 'hash')
  const breaks = [...rows]
  // Removing the newest entries leaves a valid chain; the noted end reveals it.
  if (Number(head?.last_no ?? 0) !== Number(last?.chain_no ?? 0) || (head?.last_hash ?? '') !== (last?.hash ?? '')) {
    breaks.push({ chain_no: Number(last?.chain_no ?? 0) + 1, why: 'missing' })
  }
  return { entries: Number(last?.chain_no ?? 0), last_hash: last?.hash ?? '', breaks }
}

/** Returns true if the entry of this number has this hash. */
export async function holdsEntry(db: Db, chainNo: number, hash: string): Promise<boolean> {
  return (await db('activity').where({ chain_no: chainNo, hash }).first('id')) !== undefined
}
