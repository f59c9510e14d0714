import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, AGREED, LEDGER, SHOP, WHO } from '../../platform/features/manifest.sql.ts'
import * as invariants from './users.invariants.ts'

export default defineFeature({
  invariants,
  tables: {
    coin_ledger: {
      stays: 'money',
      person: {
        erased: ['reason'],
        kept: { [LEDGER]: ['user_id', 'order_id'], [SHOP]: ['account'] },
        // An admin's own words may name the person.
        statement: `update coin_ledger set reason = case when change > 0 then 'added by admin' else 'subtracted by admin' end
      where user_id = :id and admin_id is not null`,
      },
      ownData: {
        title: 'Coins',
        select: 'select change, balance_after, reason, created_at from coin_ledger where user_id = :id order by id',
      },
      archive: {
        file: 'coins.csv',
        about: 'every change of a student’s coins',
        select: `select ${WHO}, t.change, t.balance_after, t.reason, t.account, t.order_id, t.created_at from coin_ledger t ${ACCOUNT} order by t.id`,
      },
    },
    users: {
      stays: 'money',
      person: {
        erased: [
          'name',
          'email',
          'phone',
          'phone_key',
          'phone_proven',
          'password_hash',
          'temporary_password_hash',
          'email_proven_at',
          'language',
          'email_refused_at',
          'email_refusal',
          'reminder_token',
        ],
        kept: { [LEDGER]: ['user_id', 'referral_code', 'referred_by'] },
        statement: `update users set name = :nobody, email = null, phone = null, phone_key = null, phone_proven = false, password_hash = null,
        temporary_password_hash = null, temporary_password_expires_at = null, email_proven_at = null, email_refused_at = null, email_refusal = null,
        must_change_password = false, language = 'en', deleted_at = :now, reminders = false, reminder_token = replace(gen_random_uuid()::text, '-', '')
      where id = :id`,
      },
      expires: { without: 'an account ends when its student deletes it' },
      ownData: {
        title: 'Account',
        select: `select u.user_id, u.name, u.email, u.phone, u.coins, u.referral_code, r.referral_code as referred_by_code,
        u.email_proven_at, u.email_refused_at, u.email_refusal, u.language, u.reminders, u.created_at, u.joined_at
      from users u left join users r on r.id = u.referred_by where u.id = :id`,
      },
      archive: {
        file: 'students.csv',
        about: 'every student: how to reach them, since when, what they agreed to',
        select: `select ${WHO}, u.phone, coalesce(u.joined_at, u.created_at) as joined, u.language, u.coins, u.email_proven_at as email_confirmed,
        ${AGREED}, u.referral_code, r.email as referred_by, u.user_id
      from users u left join users r on r.id = u.referred_by and r.deleted_at is null
      where u.deleted_at is null order by u.id`,
      },
    },
  },
})
