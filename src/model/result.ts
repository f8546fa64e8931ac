/** A success or a failure with their own fields, told apart by `ok`: what a user or a service can cause is returned, not thrown. */
export type Result<Value, Failure> = (Value & { readonly ok: true }) | (Failure & { readonly ok: false });
