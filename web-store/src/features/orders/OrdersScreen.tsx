import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import type { CallContext } from '../../api/call-types.ts'
import { api, client } from '../../api/client.ts'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import type { PlanOfParts } from '../../shared/orders/plan-rest.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Head } from '../../ui/Head.tsx'
import { ofPage } from '../../ui/later.tsx'
import { Card, Skeleton, Stack, Wrap } from '../../ui/layout.tsx'
import { IconReceipt } from '../../ui/secondary-icons.ts'
import { slot } from '../../ui/slot.tsx'
import { H1, VisuallyHidden } from '../../ui/text.tsx'
import { OrderCard } from './OrderCard.tsx'
import { OrderLine } from './OrderLine.tsx'
import { sortOf } from './order-status.ts'

/** The page of a plan of parts, of an optional feature. */
const OrdersPlan = slot<PlanOfParts>(import.meta.glob('../*/OrdersPlan.tsx'), ofPage)

/** Lists the student's orders: those that wait for a payment, the bought ones, and in one line the unpaid attempts. */
export default function OrdersScreen() {
  const planId = useSearchParams()[0].get('plan')
  if (planId && OrdersPlan.filled)
    return (
      <Wrap maxW="1000px !important" pt={{ base: '9', md: '10' }} pb={{ base: '12', md: '18' }}>
        <OrdersPlan key={planId} planId={planId} />
      </Wrap>
    )
  return (
    <Wrap maxW="1000px !important" pt={{ base: '9', md: '10' }} pb={{ base: '12', md: '18' }}>
      <Head title={t('Orders')} />
      <H1 mb="6">{t('Orders')}</H1>
      <Orders />
    </Wrap>
  )
}

function Orders() {
  const orders = useInfiniteQuery({
    // Below the key of the call, so that invalidating it reaches these too.
    queryKey: [...api.orders.mine.key(), 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const context: CallContext = {}
      const page = await client.orders.mine({ offset: String(pageParam) }, { signal, context })
      return { page, total: Number(context.headers?.get('x-total-count') ?? page.length) }
    },
    initialPageParam: 0,
    getNextPageParam: ({ page, total }, _, offset) => (offset + page.length < total ? offset + page.length : undefined),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const shown = orders.data?.pages.flatMap(({ page }) => page)
  if (shown?.length === 0) {
    return (
      <EmptyState
        icon={IconReceipt}
        title={t('You have no orders yet.')}
        action={
          <Button asChild>
            <Link to={paths.courses}>{t('Explore Courses')}</Link>
          </Button>
        }
      />
    )
  }
  if (shown) {
    // A new order moves the pages while they are read.
    const data = [...new Map(shown.map((order) => [order.order_id, order])).values()]
    const of = (sort: ReturnType<typeof sortOf>) => data.filter((order) => sortOf(order) === sort)
    const attempts = of('attempt')
    return (
      <Stack gap="18px" gridTemplateColumns="minmax(0, 1fr)">
        {of('waiting').map((order) => (
          <Card key={order.order_id} borderColor="buy.solid">
            <OrderLine order={order} />
          </Card>
        ))}
        {of('bought').map((order) => (
          <OrderCard key={order.order_id} order={order} />
        ))}
        {attempts.length > 0 && (
          <Card px={{ base: '4', md: '5' }} py="1.5">
            <Disclosure
              label={plural(attempts.length, {
                one: '{count} attempt that was not paid',
                other: '{count} attempts that were not paid',
              })}
            >
              <chakra.div
                mx={{ base: '-4', md: '-5' }}
                css={{ '& > *': { borderTopWidth: '1px', borderColor: 'border' } }}
              >
                {attempts.map((order) => (
                  <OrderLine key={order.order_id} order={order} />
                ))}
              </chakra.div>
            </Disclosure>
          </Card>
        )}
        {orders.isFetchNextPageError && (
          <LoadProblem
            title={t('Error loading orders')}
            busy={orders.isFetchingNextPage}
            onRetry={() => void orders.fetchNextPage()}
          >
            {t('Something went wrong. Please try again later.')}
          </LoadProblem>
        )}
        {orders.hasNextPage && !orders.isFetchNextPageError && (
          <Button
            variant="outline"
            justifySelf="center"
            busy={orders.isFetchingNextPage}
            onClick={() => void orders.fetchNextPage()}
          >
            {t('Show more')}
          </Button>
        )}
      </Stack>
    )
  }
  if (orders.isError) {
    return (
      <LoadProblem title={t('Error loading orders')} busy={orders.isFetching} onRetry={() => void orders.refetch()}>
        {t('Something went wrong. Please try again later.')}
      </LoadProblem>
    )
  }
  return (
    <Stack gap="18px" role="status">
      <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
      {[1, 2].map((one) => (
        <Card key={one} overflow="hidden">
          <chakra.div px="5" py="4" borderBottomWidth="1px" borderColor="border">
            <Skeleton w="220px" maxW="60%" h="20px" />
          </chakra.div>
          <chakra.div display="flex" gap="3.5" px="5" pt="3.5">
            <Skeleton w="72px" h="41px" />
            <Skeleton flex="1" h="20px" alignSelf="center" />
          </chakra.div>
          <chakra.div px="5" py="5">
            <Skeleton w="120px" h="26px" />
          </chakra.div>
        </Card>
      ))}
    </Stack>
  )
}
