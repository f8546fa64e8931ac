/** 0.29 × 100 is 29, although the product of the binary fractions is slightly less. */
export function wholePart(product: number): number {
  return Math.floor(product + 1e-9);
}
