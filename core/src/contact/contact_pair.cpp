#include "condyle/contact/contact_pair.h"

#include <utility>

#include "core/src/contact/contact_evaluator.h"

namespace condyle {

ContactPair::ContactPair(std::shared_ptr<const ContactSurface> casting,
                         std::shared_ptr<const ContactSurface> target,
                         const ContactSettings& settings, std::vector<Region> regions)
    : evaluator_(std::make_unique<ContactEvaluator>(std::move(casting), std::move(target), settings,
                                                    std::move(regions))) {}

ContactPair::ContactPair(ContactPair&&) noexcept = default;
ContactPair& ContactPair::operator=(ContactPair&&) noexcept = default;
ContactPair::~ContactPair() = default;

ContactPair::ContactPair(std::unique_ptr<ContactEvaluator> evaluator)
    : evaluator_(std::move(evaluator)) {}

ContactPair ContactPair::shown() const {
  ContactPair copy(std::make_unique<ContactEvaluator>(*evaluator_, ContactEvaluator::ForShowing()));
  copy.show(*this);
  return copy;
}

bool ContactPair::show(const ContactPair& pair) {
  return evaluator_->show_result_of(*pair.evaluator_);
}

const ContactSurface& ContactPair::casting() const { return evaluator_->casting(); }
const ContactSurface& ContactPair::target() const { return evaluator_->target(); }
const ContactSettings& ContactPair::settings() const { return evaluator_->settings(); }

void ContactPair::set_settings(const ContactSettings& settings) {
  evaluator_->set_settings(settings);
}

const ContactResult& ContactPair::evaluate(const Pose& X_CT, const Twist& V_TC_C) {
  return evaluator_->evaluate(X_CT, V_TC_C);
}

const ContactResult& ContactPair::result() const { return evaluator_->result(); }
const Pose& ContactPair::pose() const { return evaluator_->pose(); }
const SideMap& ContactPair::casting_map() const { return evaluator_->casting_map(); }
const SideMap& ContactPair::target_map() const { return evaluator_->target_map(); }

void ContactPair::set_share(double share) { evaluator_->set_share(share); }
double ContactPair::share() const { return evaluator_->share(); }

void ContactPair::set_threads(int threads) { evaluator_->set_threads(threads); }
int ContactPair::threads() const { return evaluator_->threads(); }

const NormalLaw& ContactPair::normal_law() const { return evaluator_->normal_law(); }

void ContactPair::set_user_contact(const condyle_contact& contact) {
  evaluator_->set_user_contact(contact);
}
const condyle_contact& ContactPair::user_contact() const { return evaluator_->user_contact(); }

}  // namespace condyle
