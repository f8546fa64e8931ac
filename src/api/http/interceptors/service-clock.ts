import type { Axios, AxiosResponse } from 'axios';
import type { Clock } from '../../../model/clock.ts';
import type { Received } from '../adapter.ts';
import type { ServiceClock } from '../service-clock.ts';

/** Sets the clock of the service from the `Date` header of each response, as old as the response is by now. */
export function followServiceClock(axios: Axios, serviceClock: ServiceClock, clock: Pick<Clock, 'monotonicMs'>): void {
  axios.interceptors.response.use((response: AxiosResponse<Received>) => {
    const { head } = response.data;
    if (head !== null) serviceClock.follow(head.headers, clock.monotonicMs() - head.arrivedAtMs);
    return response;
  });
}
