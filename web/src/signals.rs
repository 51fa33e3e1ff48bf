//! Signals and memos whose code is there once. Those of Leptos are made anew for every type that they hold; these hold
//! any value and say its type only where it goes in and comes out, which is a tenth of the page that loads at first.
//!
//! They have the names and the meaning of Leptos's, which they are made of. What is published knows no places of calls:
//! one for each would be as much as the rest of this.

use std::any::Any;
use std::future::poll_fn;
use std::marker::PhantomData;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard, Weak};
use std::task::{Context, Poll, Waker};

use leptos::prelude::{Owner, StoredValue};
use leptos::task::spawn_local;
use reactive_graph::graph::{AnySource, AnySubscriber, ReactiveNode, Source as _, Subscriber, WithObserver as _};

use leptos::prelude::{Get as _, GetUntracked as _, Set as _, Track as _, Update as _, With as _, WithUntracked as _};

/// A value of any type that is compared with others of its type.
trait Comparable: Any + Send + Sync {
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: PartialEq + Send + Sync + 'static> Comparable for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>().is_some_and(|other| self == other)
    }
}

/// Value that a memo holds.
#[derive(Clone)]
struct Computed(Arc<dyn Comparable>);

impl PartialEq for Computed {
    fn eq(&self, other: &Computed) -> bool {
        let other: &dyn Any = &*other.0;
        self.0.equals(other)
    }
}

impl Computed {
    fn of<T: 'static>(&self) -> &T {
        let value: &dyn Any = &*self.0;
        value.downcast_ref().expect("a memo holds what it was made of")
    }
}

/// A value that follows others, and tells on only what differs from what it was.
pub struct Memo<T>(leptos::prelude::Memo<Computed>, PhantomData<fn() -> T>);

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Memo<T> {}

/// Function that a memo is computed by, from what it held before.
type Compute = Box<dyn Fn(Option<&Computed>) -> Computed + Send + Sync>;

/// A memo of any type: the one place where Leptos's is made.
#[cfg_attr(debug_assertions, track_caller)]
fn memo(compute: Compute) -> leptos::prelude::Memo<Computed> {
    leptos::prelude::Memo::new(move |old: Option<&Computed>| compute(old))
}

impl<T: PartialEq + Send + Sync + 'static> Memo<T> {
    /// A memo of what is computed from the value before.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new(compute: impl Fn(Option<&T>) -> T + Send + Sync + 'static) -> Memo<T> {
        let compute = move |old: Option<&Computed>| Computed(Arc::new(compute(old.map(Computed::of))));
        Memo(memo(Box::new(compute)), PhantomData)
    }
}

impl<T: 'static> Memo<T> {
    /// Returns what is made of the value; whoever asks follows it.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn with<U>(self, make: impl FnOnce(&T) -> U) -> U {
        make(self.0.get().of())
    }

    /// Returns what is made of the value as it is now.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn with_untracked<U>(self, make: impl FnOnce(&T) -> U) -> U {
        make(self.0.get_untracked().of())
    }

    /// The value; whoever asks follows it.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn get(self) -> T
    where
        T: Clone,
    {
        self.with(T::clone)
    }

    /// The value as it is now.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn get_untracked(self) -> T
    where
        T: Clone,
    {
        self.with_untracked(T::clone)
    }

    /// Follows the value, whatever it is. It is computed for that: one that was never read has changed the first time
    /// that anybody asks, though nothing did.
    pub fn track(self) {
        self.0.with(|_| ());
    }
}

/// Something that is done, and again whenever what it reads changes.
pub struct Effect;

impl Effect {
    /// Does it from now on; told is whether it was done before.
    #[cfg_attr(debug_assertions, track_caller)]
    #[allow(clippy::new_ret_no_self, reason = "it is called as Leptos calls its own, and nobody holds one")]
    pub fn new(run: impl FnMut(Option<()>) + 'static) {
        effect(Box::new(run));
    }
}

/// An effect of any kind. Leptos's own misses a change of what it reads: where it reads a memo and also what that is made
/// of, asks the memo first, and the memo stays what it was, nobody tells it of the other.
fn effect(mut run: Box<dyn FnMut(Option<()>)>) {
    let node = Arc::new(Node::default());
    let follower =
        AnySubscriber(Arc::as_ptr(&node) as usize, Arc::downgrade(&node) as Weak<dyn Subscriber + Send + Sync>);
    let weak = Arc::downgrade(&node);
    let owner = Owner::new();
    // It goes on until what it belongs to is gone.
    StoredValue::new(Kept(node));
    spawn_local(async move {
        let mut before = None;
        while poll_fn(|context| Node::is_due(&weak, context)).await {
            if follower.update_if_necessary() {
                follower.clear_sources(&follower);
                owner.with_cleanup(|| follower.with_observer(|| run(before)));
                before = Some(());
            }
        }
    });
}

/// Sources that an effect follows, and whether it is to be done again.
struct Node(RwLock<State>);

struct State {
    /// Something that it read is another.
    is_dirty: bool,
    /// It is to be asked whether anything that it read is another.
    is_due: bool,
    sources: Vec<AnySource>,
    waker: Option<Waker>,
}

impl Default for Node {
    fn default() -> Node {
        Node(RwLock::new(State { is_dirty: true, is_due: true, sources: Vec::new(), waker: None }))
    }
}

/// A node as long as somebody holds it; then what waits for it ends.
struct Kept(Arc<Node>);

impl Drop for Kept {
    fn drop(&mut self) {
        self.0.wake();
    }
}

impl Node {
    fn state(&self) -> RwLockWriteGuard<'_, State> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self) {
        let waker = {
            let mut state = self.state();
            state.is_due = true;
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Reports whether it is there still, once it is due or gone.
    fn is_due(node: &Weak<Node>, context: &Context<'_>) -> Poll<bool> {
        let Some(node) = node.upgrade() else { return Poll::Ready(false) };
        let mut state = node.state();
        if std::mem::take(&mut state.is_due) {
            return Poll::Ready(true);
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl ReactiveNode for Node {
    fn mark_dirty(&self) {
        self.state().is_dirty = true;
        self.wake();
    }

    fn mark_check(&self) {
        self.wake();
    }

    fn mark_subscribers_check(&self) {}

    fn update_if_necessary(&self) -> bool {
        let is_dirty = || std::mem::take(&mut self.state().is_dirty);
        let sources = self.state().sources.clone();
        // A source of another changes while that is asked, and says so here.
        is_dirty() || sources.iter().any(|source| source.update_if_necessary() || is_dirty())
    }
}

impl Subscriber for Node {
    fn add_source(&self, source: AnySource) {
        let mut state = self.state();
        if !state.sources.contains(&source) {
            state.sources.push(source);
        }
    }

    fn clear_sources(&self, subscriber: &AnySubscriber) {
        let sources = std::mem::take(&mut self.state().sources);
        sources.iter().for_each(|source| source.remove_subscriber(subscriber));
    }
}

/// Value that a signal holds.
type Held = Box<dyn Any + Send + Sync>;

/// A value that others follow.
pub struct RwSignal<T>(leptos::prelude::RwSignal<Held>, PhantomData<fn() -> T>);

impl<T> Clone for RwSignal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for RwSignal<T> {}

impl<T> PartialEq for RwSignal<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

fn held<T: 'static>(value: &Held) -> &T {
    value.downcast_ref().expect("a signal holds what it was made of")
}

#[cfg_attr(debug_assertions, track_caller)]
fn signal(value: Held) -> leptos::prelude::RwSignal<Held> {
    leptos::prelude::RwSignal::new(value)
}

#[cfg_attr(debug_assertions, track_caller)]
fn read(signal: leptos::prelude::RwSignal<Held>, read: &mut dyn FnMut(&Held)) {
    signal.with(|value| read(value));
}

#[cfg_attr(debug_assertions, track_caller)]
fn read_untracked(signal: leptos::prelude::RwSignal<Held>, read: &mut dyn FnMut(&Held)) {
    signal.with_untracked(|value| read(value));
}

fn try_read_untracked(signal: leptos::prelude::RwSignal<Held>, read: &mut dyn FnMut(&Held)) {
    let _ = signal.try_with_untracked(|value| read(value));
}

fn change(signal: leptos::prelude::RwSignal<Held>, change: &mut dyn FnMut(&mut Held)) {
    signal.update(|value| change(value));
}

impl<T: Send + Sync + 'static> RwSignal<T> {
    /// A signal of a value.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new(value: T) -> RwSignal<T> {
        RwSignal(signal(Box::new(value)), PhantomData)
    }

    /// Gives it another value, and tells whoever follows.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn set(self, value: T) {
        self.0.set(Box::new(value));
    }

    /// Gives it another value. With the same one nothing follows.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn renew(self, value: T)
    where
        T: PartialEq,
    {
        if self.with_untracked(|old| *old != value) {
            self.set(value);
        }
    }

    /// The same, unless what it belongs to is gone.
    pub fn try_set(self, value: T) {
        self.0.try_set(Box::new(value));
    }

    /// Changes the value, and tells whoever follows.
    pub fn update(self, update: impl FnOnce(&mut T)) {
        let mut update = Some(update);
        change(self.0, &mut |value| {
            if let (Some(update), Some(value)) = (update.take(), value.downcast_mut()) {
                update(value);
            }
        });
    }
}

impl<T: 'static> RwSignal<T> {
    /// Returns what is made of the value; whoever asks follows it.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn with<U>(self, make: impl FnOnce(&T) -> U) -> U {
        let (mut make, mut answer) = (Some(make), None);
        read(self.0, &mut |value| answer = make.take().map(|make| make(held(value))));
        answer.expect("what is read is there")
    }

    /// Returns what is made of the value as it is now.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn with_untracked<U>(self, make: impl FnOnce(&T) -> U) -> U {
        let (mut make, mut answer) = (Some(make), None);
        read_untracked(self.0, &mut |value| answer = make.take().map(|make| make(held(value))));
        answer.expect("what is read is there")
    }

    /// The same, unless what it belongs to is gone.
    pub fn try_with_untracked<U>(self, make: impl FnOnce(&T) -> U) -> Option<U> {
        let (mut make, mut answer) = (Some(make), None);
        try_read_untracked(self.0, &mut |value| answer = make.take().map(|make| make(held(value))));
        answer
    }

    /// The value; whoever asks follows it.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn get(self) -> T
    where
        T: Clone,
    {
        self.with(T::clone)
    }

    /// The value as it is now.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn get_untracked(self) -> T
    where
        T: Clone,
    {
        self.with_untracked(T::clone)
    }

    /// The value as it is now, unless what it belongs to is gone.
    pub fn try_get_untracked(self) -> Option<T>
    where
        T: Clone,
    {
        self.try_with_untracked(T::clone)
    }

    /// Follows the value without reading it.
    pub fn track(self) {
        self.0.track();
    }
}

/// A signal that is there for as long as somebody holds it.
pub struct ArcRwSignal<T>(leptos::prelude::ArcRwSignal<Held>, PhantomData<fn() -> T>);

impl<T> Clone for ArcRwSignal<T> {
    fn clone(&self) -> Self {
        ArcRwSignal(self.0.clone(), PhantomData)
    }
}

impl<T: Send + Sync + 'static> ArcRwSignal<T> {
    /// A signal of a value.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new(value: T) -> ArcRwSignal<T> {
        ArcRwSignal(leptos::prelude::ArcRwSignal::new(Box::new(value)), PhantomData)
    }

    /// Gives it another value. With the same one nothing follows.
    pub fn renew(&self, value: T)
    where
        T: PartialEq,
    {
        if self.0.with_untracked(|old| *held::<T>(old) != value) {
            self.0.set(Box::new(value));
        }
    }

    /// The same signal for those who belong to what is shown.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn here(self) -> RwSignal<T> {
        RwSignal(leptos::prelude::RwSignal::from(self.0), PhantomData)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_memo_is_made_of_is_followed_although_the_memo_stays() {
        let owner = Owner::new();
        owner.set();
        let number = RwSignal::new(1);
        let made = Memo::new(move |_| number.get());
        let is_there = Memo::new(move |_| made.get() > 0);
        let node = Arc::new(Node::default());
        let follower =
            AnySubscriber(Arc::as_ptr(&node) as usize, Arc::downgrade(&node) as Weak<dyn Subscriber + Send + Sync>);
        let read = || follower.with_observer(|| (is_there.get(), made.get()));
        assert!(node.update_if_necessary());
        assert_eq!(read(), (true, 1));
        assert!(!node.update_if_necessary());
        number.set(2);
        assert!(node.update_if_necessary());
        assert_eq!(read(), (true, 2));
        // With the same value nothing is another.
        number.set(2);
        assert!(!node.update_if_necessary());
        node.clear_sources(&follower);
        number.set(3);
        assert!(!node.update_if_necessary());
    }
}
