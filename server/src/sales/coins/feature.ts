import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, LEDGER, WHO } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  tables: {
    coin_spends: {
      stays: 'money',
      person: { erased: [], kept: { [LEDGER]: ['user_id', 'order_id'] } },
      ownData: {
        title: 'Coins spent on orders',
        select: 'select order_id, coins, returned, created_at from coin_spends where user_id = :id order by created_at',
      },
      archive: {
        file: 'coin-spends.csv',
        about: 'coins that paid a part of an order, and how many went back',
        select: `select t.order_id, ${WHO}, t.coins, t.returned, t.created_at from coin_spends t ${ACCOUNT} order by t.created_at, t.order_id`,
      },
    },
  },
})
