//! The course: its modules and their lessons in order, each lesson read from its text.

use super::lesson::{Lesson, parse};
use super::place::Drawn;
use super::random::Random;
use super::{Both, both};

/// Number of exercises in a module's mixed set.
pub const MIXED: usize = 8;
/// Seeds of exercises are below this, so that they can be read out.
pub const SEEDS: u64 = 1_000_000;

/// Lessons that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// Title of the module.
    pub title: Both,
    /// Its lessons in order.
    pub lessons: Vec<Lesson>,
}

/// All modules in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Course {
    /// The modules.
    pub modules: Vec<Module>,
}

impl Course {
    /// Reads the order of the lessons, `module: English | 中文` with the names of its lessons in the lines after it, and
    /// the lessons themselves. A name without a lesson is left out; a lesson that is not named is not in the course.
    pub fn read(order: &str, lessons: &str) -> Course {
        let (mut lessons, _) = parse(lessons);
        let mut modules = Vec::<Module>::new();
        for line in order.lines().filter(|line| !line.starts_with('#')) {
            if let Some(title) = line.strip_prefix("module: ") {
                modules.push(Module { title: both(title), lessons: Vec::new() });
            } else if let Some(module) = modules.last_mut() {
                for name in line.split_whitespace() {
                    if let Some(place) = lessons.iter().position(|lesson| lesson.name == name) {
                        module.lessons.push(lessons.swap_remove(place));
                    }
                }
            }
        }
        modules.retain(|module| !module.lessons.is_empty());
        Course { modules }
    }

    /// Every lesson in order.
    pub fn lessons(&self) -> impl Iterator<Item = &Lesson> {
        self.modules.iter().flat_map(|module| &module.lessons)
    }

    /// The lesson with a name.
    pub fn lesson(&self, name: &str) -> Option<&Lesson> {
        self.lessons().find(|lesson| lesson.name == name)
    }

    /// The card that explains something: its lesson, and its number from 1.
    pub fn explaining(&self, name: &str) -> Option<(&Lesson, usize)> {
        self.lessons().find_map(|lesson| {
            let place = lesson.cards.iter().position(|card| card.explains.iter().any(|explained| explained == name))?;
            Some((lesson, place + 1))
        })
    }

    /// The mixed set of a module, counted from 0: [`MIXED`] exercises of what its lessons practise, each lesson met at least
    /// once, in an order that does not tell the kind. Empty where there is no such module.
    pub fn mixed(&self, module: usize, seed: u64) -> Vec<Drawn> {
        let mut random = Random::new("mixed", 0, seed.wrapping_mul(64).wrapping_add(module as u64));
        let lessons = self.modules.get(module).map(|module| module.lessons.as_slice()).unwrap_or_default();
        let mut chosen = Vec::new();
        while chosen.len() < MIXED {
            let before = chosen.len();
            for lesson in lessons.iter().take(MIXED - before) {
                if let Some((name, level)) = random.pick(&lesson.practice.iter().collect::<Vec<_>>()) {
                    chosen.push(Drawn { name: name.clone(), level: *level, seed: random.bits() % SEEDS });
                }
            }
            if chosen.len() == before {
                break;
            }
        }
        random.shuffle(&mut chosen);
        chosen
    }

    /// The lesson after another.
    pub fn after(&self, name: &str) -> Option<&Lesson> {
        self.lessons().skip_while(|lesson| lesson.name != name).nth(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_stand_in_the_order_of_the_course() {
        let lessons =
            "## lesson b\ntitle: B\npractice: x 1; y 2\n### recap\nen: x\n## lesson a\ntitle: A\n## lesson c\n";
        let course =
            Course::read("# why\nmodule: One | 一\na missing\nmodule: None | 无\nmodule: Two | 二\nb", lessons);
        let titles = course.modules.iter().map(|module| module.title[1].as_str()).collect::<Vec<_>>();
        assert_eq!(titles, ["一", "二"]);
        assert_eq!(course.lessons().map(|lesson| lesson.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(course.after("a").map(|lesson| lesson.name.as_str()), Some("b"));
        assert_eq!((course.after("b"), course.lesson("c")), (None, None));
        assert_eq!((course.mixed(0, 1), course.mixed(9, 1)), (vec![], vec![]));
        let mixed = course.mixed(1, 5);
        assert_eq!((mixed.len(), course.mixed(1, 5) == mixed, course.mixed(1, 6) == mixed), (MIXED, true, false));
        assert!(mixed.iter().any(|drawn| drawn.name == "x") && mixed.iter().any(|drawn| drawn.name == "y"));
    }
}
