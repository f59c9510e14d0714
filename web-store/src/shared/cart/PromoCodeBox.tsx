import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../language/text.ts'
import { cart, useCart } from '../../stores/cart.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { IconCircleCheck } from '../../ui/buying-icons.ts'
import { chakra } from '../../ui/chakra.ts'
import { Input, Label } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { toast } from '../../ui/toaster.ts'
import { APPLIED, type PricedCartView, REFUSED } from './priced-cart.ts'
import {
  cartPromocode,
  extraSeats,
  isForAnyCart,
  offeredPromocodes,
  offerText,
  PROMOCODE_APPLIED,
  shortText,
} from './promocode-check.ts'
import { promocodesQuery } from './promocodes.queries.ts'
import { judgePromocode } from './unlisted-promocode.ts'

const Offer = chakra('button', {
  base: {
    minH: '9',
    px: '3',
    py: '6px',
    borderWidth: '1.5px',
    borderStyle: 'dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    fontSize: '.875rem',
    fontWeight: '550',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    _disabled: { opacity: '.5', cursor: 'not-allowed' },
    '&[aria-pressed=true]': {
      borderStyle: 'solid',
      borderColor: 'success.fg',
      bg: 'success.subtle',
      color: 'success.fg',
    },
  },
})

const Message = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    color: 'colorPalette.fg',
    fontSize: '.875rem',
    fontWeight: '550',
    lineHeight: '1.35',
  },
})

const Quiet = chakra('button', {
  base: {
    ms: 'auto',
    minH: '6',
    color: 'action.fg',
    fontWeight: '550',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    cursor: 'pointer',
  },
})

type PromoCodeBoxProps = {
  cart: PricedCartView
  /** While a purchase is on its way nothing may change. */
  disabled?: boolean
}

/** Applies a typed promo code or one on offer, checked against the present list, or else by the server. */
export function PromoCodeBox({ cart: view, disabled = false }: PromoCodeBoxProps) {
  const { known, lines, priced, promocode, waiting, promocodes, dropped } = view
  const chosen = useCart((state) => state.promocode)
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const queries = useQueryClient()
  const id = useId()

  const [busy, setBusy] = useState(false)
  // No mutation: its code would weigh more than this box, which alone would need it in the cart.
  const apply = async (code: string) => {
    if (busy) return
    setBusy(true)
    toast.end(REFUSED)
    try {
      const listed = await queries.fetchQuery(promocodesQuery())
      const { promocode: found, problem: refusal } = await judgePromocode(queries, { code, known: listed, lines })
      cart.choosePromocode(found?.promocode)
      // Words typed since are not checked yet.
      setTyped((now) => (now !== typed ? now : found ? undefined : code))
      setProblem(refusal)
      if (refusal) toast.error(refusal, { id: REFUSED })
      // The note below the field reports a cart that is too small.
      else if (!found || (cartPromocode(found).minimum_paise ?? 0) <= priced.subtotal_paise)
        toast.success(PROMOCODE_APPLIED, { id: APPLIED })
    } catch {
      setProblem(t('Failed to load promocodes'))
      toast.error(t('Failed to load promocodes'), { id: 'promocodes' })
    } finally {
      setBusy(false)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void apply(typed ?? chosen ?? '')
  }
  const remove = () => {
    cart.choosePromocode(undefined)
    setTyped(undefined)
    setProblem(undefined)
  }

  const error = promocode || waiting ? undefined : (problem ?? dropped)
  const codes = promocodes.data ?? []
  const offered = known ? offeredPromocodes(codes, lines, shopNow()) : codes.filter(isForAnyCart)
  return (
    <chakra.form method="post" display="grid" gap="2" noValidate onSubmit={submit}>
      <Label htmlFor={id}>{t('Promo code')}</Label>
      <chakra.div display="flex" gap="2">
        <Input
          id={id}
          type="text"
          value={typed ?? chosen ?? ''}
          onChange={(event) => setTyped(event.target.value)}
          textTransform="uppercase"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          minW="0"
          readOnly={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={promocode || waiting || error ? `${id}-message` : undefined}
        />
        <Button type="submit" busy={busy} disabled={disabled}>
          {t('Apply')}
        </Button>
      </chakra.div>
      {promocode && (
        <Message id={`${id}-message`} colorPalette="success">
          <Icon of={IconCircleCheck} size={16} />
          <span>
            {priced.seats === null
              ? PROMOCODE_APPLIED
              : t('Promocode applied successfully. {more}', { more: extraSeats(priced.seats) })}
          </span>
          {!disabled && (
            <Quiet
              type="button"
              onClick={remove}
              aria-label={t('Remove promo code {code}', { code: promocode.promocode })}
            >
              {t('Remove')}
            </Quiet>
          )}
        </Message>
      )}
      {waiting && (
        <Message id={`${id}-message`} role="status" colorPalette="buy">
          <Icon of={IconAlertCircle} size={16} />
          <span>{shortText(waiting.promocode, priced.short_paise)}</span>
          {!disabled && (
            <Quiet
              type="button"
              onClick={remove}
              aria-label={t('Remove promo code {code}', { code: waiting.promocode })}
            >
              {t('Remove')}
            </Quiet>
          )}
        </Message>
      )}
      {error && (
        <Message id={`${id}-message`} colorPalette="danger">
          <Icon of={IconAlertCircle} size={16} />
          <span>{error}</span>
        </Message>
      )}
      {promocodes.isError && !error && (
        <Message colorPalette="danger">
          <span>{t('Failed to load promocodes')}</span>
          <Quiet type="button" onClick={() => promocodes.refetch()}>
            {t('Try again')}
          </Quiet>
        </Message>
      )}
      {offered.length > 0 && (
        <chakra.div display="flex" flexWrap="wrap" gap="2" role="group" aria-label={t('Available codes')}>
          {offered.map((offer) => (
            <Offer
              key={offer.promocode}
              type="button"
              aria-pressed={promocode?.promocode === offer.promocode}
              disabled={disabled}
              aria-disabled={busy || undefined}
              onClick={() => void apply(offer.promocode)}
            >
              {offer.promocode} ({offerText(offer)})
            </Offer>
          ))}
        </chakra.div>
      )}
    </chakra.form>
  )
}
